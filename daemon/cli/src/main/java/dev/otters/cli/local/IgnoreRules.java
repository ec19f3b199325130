package dev.otters.cli.local;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The files to leave out of a build context: {@code .agentfileignore}, in the syntax of {@code
 * .dockerignore}.
 */
public final class IgnoreRules {
  /** The name of the rule file. */
  public static final String FILE = ".agentfileignore";

  private static final long MOST_BYTES = 1 << 20;

  private final List<Rule> rules;

  private record Rule(Glob glob, boolean keeps) {}

  private IgnoreRules(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Parses rules: one pattern per line, {@code #} for comments, {@code !} to include a file again.
   * The last match wins.
   */
  public static IgnoreRules parse(List<String> lines) {
    return new IgnoreRules(
        lines.stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .map(IgnoreRules::rule)
            .toList());
  }

  /**
   * Reads the rules of a folder; none without a rule file.
   *
   * @throws ApiException when the file is not a rule file
   */
  public static IgnoreRules of(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return parse(List.of());
    }
    if (Files.size(file) > MOST_BYTES) {
      throw invalid(file, "is larger than 1 MiB");
    }
    try {
      return parse(Files.readAllLines(file));
    } catch (CharacterCodingException e) {
      throw invalid(file, "is not UTF-8");
    }
  }

  private static ApiException invalid(Path file, String why) {
    return ApiException.of(
        ErrorCode.CONTEXT_INVALID, file + " " + why, "Write one pattern per line.");
  }

  /** Returns whether a path below the folder is left out. */
  public boolean ignores(String path) {
    boolean ignored = false;
    for (Rule rule : rules) {
      if (rule.keeps() == ignored && rule.glob().fits(path)) {
        ignored = !rule.keeps();
      }
    }
    return ignored;
  }

  /** Returns whether an excluded folder may contain included files. */
  public boolean mayKeepBelow() {
    return rules.stream().anyMatch(Rule::keeps);
  }

  private static Rule rule(String line) {
    boolean keeps = line.startsWith("!");
    String glob = keeps ? line.substring(1).strip() : line;
    glob = glob.replaceAll("^(\\./|/)+", "").replaceAll("/+$", "");
    return new Rule(Glob.parse(glob), keeps);
  }
}
