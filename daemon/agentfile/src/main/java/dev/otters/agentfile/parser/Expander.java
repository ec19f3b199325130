package dev.otters.agentfile.parser;

import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces {@code ${key}} by the value of an ARG. Values are not expanded again.
 *
 * <p>In quotes, a value is data and stays in its token. Elsewhere it becomes part of the line and
 * may form several tokens. Unknown references stay as written, with a warning.
 */
final class Expander {
  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_.-]{0,62})}");

  private static final int MOST_LISTED = 30;

  private final Map<String, String> buildArgs;
  private final Problems problems;
  private final Set<String> declared = new LinkedHashSet<>();
  private final Map<String, String> values = new LinkedHashMap<>();
  private int budget = AgentfileParser.LARGEST;

  Expander(Map<String, String> buildArgs, Problems problems) {
    this.buildArgs = buildArgs;
    this.problems = problems;
  }

  /** Declares an ARG, before the rest of its line is checked. */
  void declare(String key) {
    declared.add(key);
  }

  /**
   * Sets an ARG to its build argument or, without one, to its default.
   *
   * @return the value; empty if there is neither
   */
  Optional<String> define(String key, Optional<String> byDefault) {
    Optional<String> value = Optional.ofNullable(buildArgs.get(key)).or(() -> byDefault);
    value.ifPresent(it -> values.put(key, it));
    return value;
  }

  /** Reports build arguments without an ARG in the file. */
  void checkBuildArgs() {
    List<String> known = declared.stream().sorted().limit(MOST_LISTED).toList();
    for (Map.Entry<String, String> argument : buildArgs.entrySet()) {
      String key = argument.getKey();
      if (!declared.contains(key)) {
        problems.error(
            ProblemCode.UNKNOWN_BUILD_ARGUMENT,
            Spot.FILE,
            "build argument " + Quoted.of(key) + " has no ARG in this file",
            known,
            () -> Suggestions.nearest(key, declared));
      } else if (!isText(argument.getValue())) {
        problems.error(
            ProblemCode.INVALID_BUILD_ARGUMENT,
            Spot.FILE,
            "build argument " + Quoted.of(key) + " holds a NUL or half of a surrogate pair");
      }
    }
  }

  /** Expands the characters of a line between two indexes. */
  ExpandedLine expand(Spot line, int start, int end) {
    String text = line.text();
    var expanded = new ExpandedLine(line.at(start), end - start);
    Matcher reference = REFERENCE.matcher(text).region(start, end);
    boolean quoted = false;
    for (int i = start; i < end; i++) {
      char character = text.charAt(i);
      if (character == '$' && text.startsWith("${", i) && reference.region(i, end).lookingAt()) {
        Optional<String> value = value(reference.group(1), line.at(i).to(reference.end()));
        if (value.isPresent()) {
          quoted = insert(expanded, value.get(), i, quoted);
          i = reference.end() - 1;
          continue;
        }
      }
      expanded.append(character, i, false);
      if (quoted && character == '\\' && i + 1 < end) {
        i++;
        expanded.append(text.charAt(i), i, false);
      } else if (character == '"') {
        quoted = !quoted;
      }
    }
    return expanded;
  }

  /** Appends a value. Returns whether the text after it is in quotes. */
  private static boolean insert(ExpandedLine line, String value, int origin, boolean quoted) {
    boolean opened = false;
    for (int i = 0; i < value.length(); i++) {
      char character = value.charAt(i);
      line.append(character, origin, quoted);
      if (opened && character == '\\' && i + 1 < value.length()) {
        i++;
        line.append(value.charAt(i), origin, quoted);
      } else if (!quoted && character == '"') {
        opened = !opened;
      }
    }
    return quoted || opened;
  }

  private Optional<String> value(String key, Spot spot) {
    String value = values.get(key);
    if (value == null) {
      warnAboutUnknown(key, spot);
      return Optional.empty();
    }
    if (value.length() > budget) {
      if (budget >= 0) {
        problems.error(
            ProblemCode.ARGS_TOO_LARGE,
            spot,
            "the ARGs expand to more than " + AgentfileParser.LARGEST + " characters in all");
      }
      budget = -1;
      return Optional.empty();
    }
    budget -= value.length();
    return Optional.of(value);
  }

  private void warnAboutUnknown(String key, Spot spot) {
    boolean known = declared.contains(key);
    String reason = known ? " has no value" : " is not an ARG above this line";
    problems.warning(
        ProblemCode.UNKNOWN_REFERENCE,
        spot,
        key + reason + ", so ${" + key + "} stays as it is",
        () -> known ? Optional.empty() : Suggestions.nearest(key, declared));
  }

  private static boolean isText(String value) {
    return value.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(value);
  }
}
