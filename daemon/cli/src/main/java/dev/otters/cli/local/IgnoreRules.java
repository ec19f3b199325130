package dev.otters.cli.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Says which files of a folder are not part of the build context: {@code .agentfileignore}, in the
 * language of {@code .dockerignore}.
 */
public final class IgnoreRules {
  /** Is the name of the file that holds the rules. */
  public static final String FILE = ".agentfileignore";

  private final List<Rule> rules;

  private record Rule(Pattern pattern, boolean keeps) {}

  private IgnoreRules(List<Rule> rules) {
    this.rules = rules;
  }

  /**
   * Reads rules: one pattern a line, {@code #} comments, {@code !} takes a file back in, the last
   * match counts.
   */
  public static IgnoreRules parse(List<String> lines) {
    return new IgnoreRules(
        lines.stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .map(IgnoreRules::rule)
            .toList());
  }

  /** Reads the rules of a folder; none when it has no such file. */
  public static IgnoreRules of(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    return parse(Files.isRegularFile(file) ? Files.readAllLines(file) : List.of());
  }

  /** Returns whether a path below the folder, written with slashes, is left out. */
  public boolean ignores(String path) {
    boolean ignored = false;
    for (Rule rule : rules) {
      if (rule.keeps() == ignored && rule.pattern().matcher(path).matches()) {
        ignored = !rule.keeps();
      }
    }
    return ignored;
  }

  /** Returns whether a left out folder may hold files that are taken back in. */
  public boolean mayKeepBelow() {
    return rules.stream().anyMatch(Rule::keeps);
  }

  private static Rule rule(String line) {
    boolean keeps = line.startsWith("!");
    String glob = keeps ? line.substring(1).strip() : line;
    glob = glob.replaceAll("^(\\./|/)+", "").replaceAll("/+$", "");
    return new Rule(Pattern.compile(regex(glob) + "(/.*)?", Pattern.DOTALL), keeps);
  }

  private static String regex(String glob) {
    StringBuilder regex = new StringBuilder();
    int i = 0;
    while (i < glob.length()) {
      int end = set(glob, i);
      if (glob.startsWith("**/", i)) {
        regex.append("(?:.*/)?");
        i += 3;
      } else if (glob.startsWith("**", i)) {
        regex.append(".*");
        i += 2;
      } else if (end > i) {
        regex.append("(?!/)").append(set(glob.substring(i + 1, end)));
        i = end + 1;
      } else if (glob.charAt(i) == '\\' && i + 1 < glob.length()) {
        regex.append(Pattern.quote(glob.substring(i + 1, i + 2)));
        i += 2;
      } else {
        regex.append(one(glob.charAt(i)));
        i++;
      }
    }
    return regex.toString();
  }

  private static String one(char c) {
    return switch (c) {
      case '*' -> "[^/]*";
      case '?' -> "[^/]";
      default -> Pattern.quote(String.valueOf(c));
    };
  }

  /** Returns where a set of characters ends that starts here, or -1. */
  private static int set(String glob, int start) {
    return glob.charAt(start) == '[' ? glob.indexOf(']', start + 2) : -1;
  }

  private static String set(String characters) {
    boolean without = characters.startsWith("^") || characters.startsWith("!");
    String listed = without ? characters.substring(1) : characters;
    return (without ? "[^" : "[") + listed.replaceAll("[\\\\\\[\\]&^]", "\\\\$0") + "]";
  }
}
