package dev.otters.sessions.outcome;

import dev.otters.api.Json;
import dev.otters.api.outcome.OutcomeCheck;
import dev.otters.resources.substrate.Content;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.schema.AnswerSchema;
import dev.otters.sessions.schema.TextPattern;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a criterion is decided. What the agent says about itself never counts. */
sealed interface Check {
  /** The beginning of the path of a draft. */
  String DRAFTS = "drafts/";

  int MOST_PATH = 500;

  /** The operator decides. */
  record Verdict() implements Check {}

  /** A file must exist. */
  record Exists(String file) implements Check {}

  /** A pattern must be found in a file. */
  record Matches(String file, String pattern) implements Check {}

  /** A file must match a JSON Schema. */
  record Conforms(String file, String schema) implements Check {}

  /**
   * Returns the check of a criterion.
   *
   * @throws SessionException with {@code INVALID}
   */
  static Check of(@Nullable OutcomeCheck wanted) {
    if (wanted == null) {
      return new Verdict();
    }
    String file = wanted.file();
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
      case Seen.Large() ->
          check instanceof Exists
              ? new Found(Found.Result.MET, "a file with more than " + Seen.MOST + " bytes")
              : new Found(Found.Result.UNMET, "the file has more than " + Seen.MOST + " bytes");
      case Seen.Whole(Content content) -> content(check, content);
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
        .map(why -> new Found(Found.Result.UNMET, why + "; " + about))
        .orElseGet(() -> new Found(Found.Result.MET, "it matches; " + about));
  }

  private static Optional<String> problem(Check check, String text) {
    return switch (check) {
      case Matches matches -> TextPattern.problem(matches.pattern(), text);
      case Conforms conforms -> AnswerSchema.problem(conforms.schema(), text);
      case Exists _, Verdict _ -> Optional.empty();
    };
  }
}
