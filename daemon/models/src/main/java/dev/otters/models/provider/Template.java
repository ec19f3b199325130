package dev.otters.models.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text in which {@code ${NAME}} stands for a variable of the daemon's environment. It may be a
 * secret and is never shown.
 */
public final class Template {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private final Secret written;

  private Template(String written) {
    this.written = new Secret(written);
  }

  /**
   * Parses a text.
   *
   * @throws IllegalArgumentException if a <code>${</code> does not start a variable; the message
   *     does not contain the text
   */
  public static Template of(String written) {
    if (VARIABLE.matcher(written).replaceAll("").contains("${")) {
      throw new IllegalArgumentException("a '${' does not start a variable such as ${MY_KEY}");
    }
    return new Template(written);
  }

  Secret written() {
    return written;
  }

  /** Returns the names of the variables in order; empty for a plain text. */
  public List<String> variables() {
    List<String> names = new ArrayList<>();
    Matcher matcher = VARIABLE.matcher(written.reveal());
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return List.copyOf(names);
  }

  /** Returns the variables that are unset or empty. */
  public List<String> missing(Map<String, String> environment) {
    return variables().stream()
        .filter(name -> environment.getOrDefault(name, "").isEmpty())
        .toList();
  }

  /** Returns the text with the values of its variables, all of which must be set. */
  Secret resolve(Map<String, String> environment) {
    return new Secret(
        VARIABLE
            .matcher(written.reveal())
            .replaceAll(
                found -> {
                  String value = environment.getOrDefault(found.group(1), "");
                  return Matcher.quoteReplacement(value.strip());
                }));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Template template && template.written.equals(written);
  }

  @Override
  public int hashCode() {
    return written.hashCode();
  }

  /** Returns the names of the variables and nothing else. */
  @Override
  public String toString() {
    List<String> names = variables();
    return names.isEmpty() ? "(secret)" : "${" + String.join("}, ${", names) + "}";
  }
}
