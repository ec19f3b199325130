package dev.otters.models.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Is a text as the operator wrote it, in which {@code ${NAME}} stands for a variable of the
 * daemon's environment. It may be a secret and is not shown.
 */
public final class Template {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private final Secret written;

  private Template(String written) {
    this.written = new Secret(written);
  }

  /**
   * Takes a text as written.
   *
   * @throws IllegalArgumentException if a <code>${</code> in it begins no variable; the message
   *     does not hold the text
   */
  public static Template of(String written) {
    if (VARIABLE.matcher(written).replaceAll("").contains("${")) {
      throw new IllegalArgumentException("a '${' begins no variable such as ${MY_KEY}");
    }
    return new Template(written);
  }

  /** Returns the text as written. */
  Secret written() {
    return written;
  }

  /** Returns the names of its variables in their order, empty when it is taken as it is. */
  public List<String> variables() {
    List<String> names = new ArrayList<>();
    Matcher matcher = VARIABLE.matcher(written.reveal());
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    return List.copyOf(names);
  }

  /** Returns those of its variables that are not set, or empty. */
  public List<String> missing(Map<String, String> environment) {
    return variables().stream()
        .filter(name -> environment.getOrDefault(name, "").isEmpty())
        .toList();
  }

  /** Returns the text with the values of its variables, of which none may be missing. */
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

  /** Returns a text that names the variables and shows nothing else. */
  @Override
  public String toString() {
    List<String> names = variables();
    return names.isEmpty() ? "(secret)" : "${" + String.join("}, ${", names) + "}";
  }
}
