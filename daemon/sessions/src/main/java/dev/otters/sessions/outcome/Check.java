package dev.otters.sessions.outcome;

import dev.otters.api.Json;
import dev.otters.api.outcome.OutcomeCheck;
import dev.otters.resources.substrate.Content;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.schema.AnswerSchema;
import dev.otters.sessions.schema.TextPattern;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a criterion is decided. What the agent says about itself never counts. */
sealed interface Check {
  /** The beginning of the path of a draft. */
  String DRAFTS = "drafts/";

  int MOST_PATH = 500;
  int MOST_ARGUMENTS = 64;

  /** The operator decides. */
  record Verdict() implements Check {}

  /** A file must exist. */
  record Exists(String file) implements Check {}

  /** A pattern must be found in a file. */
  record Matches(String file, String pattern) implements Check {}

  /** A file must match a JSON Schema. */
  record Conforms(String file, String schema) implements Check {}

  /** A BIN of the agent must end with the exit code 0. */
  record Program(String bin, List<String> args) implements Check {}

  /**
   * Returns the check of a criterion.
   *
   * @throws SessionException with {@code INVALID}
   */
  static Check of(@Nullable OutcomeCheck wanted) {
    if (wanted == null) {
      return new Verdict();
    }
    return wanted.bin() == null ? ofFile(wanted) : program(wanted.bin(), wanted);
  }

  private static Check program(String bin, OutcomeCheck wanted) {
    List<String> args = wanted.args() == null ? List.of() : wanted.args();
    boolean other =
        Stream.of(wanted.file(), wanted.matches(), wanted.schema()).anyMatch(Objects::nonNull);
    if (other || wanted.exists()) {
      throw SessionException.invalid("a check with a bin must have args only");
    }
    if (args.size() > MOST_ARGUMENTS || args.stream().anyMatch(Check::isNoArgument)) {
      throw SessionException.invalid(
          "a check must have at most " + MOST_ARGUMENTS + " args, which are texts without NUL");
    }
    return new Program(bin, List.copyOf(args));
  }

  private static boolean isNoArgument(@Nullable String text) {
    return text == null || text.indexOf('\0') >= 0;
  }

  private static Check ofFile(OutcomeCheck wanted) {
    String file = wanted.file();
    if (wanted.args() != null && !wanted.args().isEmpty()) {
      throw SessionException.invalid("a check with args must have a bin");
    }
    if (file == null
        || !(file.startsWith("/") || file.startsWith(DRAFTS))
        || file.length() > MOST_PATH
        || file.indexOf('\0') >= 0) {
      throw SessionException.invalid(
          "the file of a check must be an absolute path, or begin with " + DRAFTS);
    }
    String pattern = wanted.matches();
    Object schema = wanted.schema();
    if (Stream.of(wanted.exists(), pattern != null, schema != null).filter(it -> it).count() != 1) {
      throw SessionException.invalid(
          "a check of a file must have one of exists (true), matches and schema");
    }
    if (pattern != null) {
      TextPattern.check(pattern);
      return new Matches(file, pattern);
    }
    if (schema == null) {
      return new Exists(file);
    }
    String text = Json.write(schema);
    AnswerSchema.check(text);
    return new Conforms(file, text);
  }

  /** Decides about a file. */
  static Found file(Check check, Seen seen) {
    return switch (seen) {
      case Seen.Missing() -> new Found(Found.Result.MISSING, "the file does not exist");
      case Seen.Refused(String why) -> new Found(Found.Result.UNMET, why);
      case Seen.Unread(String why) -> new Found(Found.Result.UNCERTAIN, why);
      case Seen.Large() ->
          check instanceof Exists
              ? new Found(Found.Result.MET, "a file with more than " + Seen.MOST + " bytes")
              : new Found(
                  Found.Result.UNCERTAIN,
                  "the file has more than " + Seen.MOST + " bytes. Make it smaller.");
      case Seen.Whole(Content content) -> content(check, content);
    };
  }

  /** Decides about a program. */
  static Found program(Ran ran) {
    return switch (ran) {
      case Ran.Failed(String why) -> new Found(Found.Result.UNCERTAIN, why);
      case Ran.Ended(int code, String output) ->
          new Found(
              code == 0 ? Found.Result.MET : Found.Result.UNMET,
              "exit code " + code + (output.isEmpty() ? "" : ": " + output));
    };
  }

  private static Found content(Check check, Content content) {
    String about = content.size() + " bytes, SHA-256 " + content.sha256();
    if (check instanceof Exists) {
      return new Found(Found.Result.MET, about);
    }
    Optional<String> problem =
        content
            .text()
            .map(text -> problem(check, text))
            .orElse(Optional.of("it is not a text in UTF-8"));
    return problem
        .map(why -> new Found(result(why), why + "; " + about))
        .orElseGet(() -> new Found(Found.Result.MET, "it matches; " + about));
  }

  private static Found.Result result(String problem) {
    return problem.equals(TextPattern.TOO_LONG) || AnswerSchema.isUndecided(problem)
        ? Found.Result.UNCERTAIN
        : Found.Result.UNMET;
  }

  private static Optional<String> problem(Check check, String text) {
    return switch (check) {
      case Matches matches -> TextPattern.problem(matches.pattern(), text);
      case Conforms conforms -> AnswerSchema.problem(conforms.schema(), text);
      case Exists _, Verdict _, Program _ -> Optional.empty();
    };
  }
}
