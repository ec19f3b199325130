package dev.otters.resources.learning;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.home.text.Sha256;
import dev.otters.resources.provider.Input;
import dev.otters.resources.provider.ResourceException;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The text of a learning, without secrets.
 *
 * @param title one line of at most {@value #MOST_TITLE} bytes, not blank
 * @param detail at most {@value #MOST_DETAIL} bytes, not blank
 */
public record Lesson(LearningKind kind, String title, String detail) {
  /** The limit on a title in bytes. */
  public static final int MOST_TITLE = 200;

  /** The limit on a detail in bytes. */
  public static final int MOST_DETAIL = 2000;

  private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}\\p{Cc}]+");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\n\\t]]");
  private static final Pattern LINE_END = Pattern.compile("\\R");

  /**
   * Reads the input of a call.
   *
   * @throws ResourceException that says what is wrong, for the model
   */
  public static Lesson read(JsonNode input, UnaryOperator<String> redactor) {
    Input.members(input, "kind", "title", "detail");
    String kind = required(input, "kind");
    String title = clean(required(input, "title"), Lesson::line, redactor);
    String detail = clean(required(input, "detail"), Lesson::lines, redactor);
    check("title", title, MOST_TITLE);
    check("detail", detail, MOST_DETAIL);
    return new Lesson(kind(kind), title, detail);
  }

  /**
   * Returns the kind that a call names.
   *
   * @throws ResourceException if there is none
   */
  static LearningKind kind(String word) {
    return LearningKind.of(word)
        .orElseThrow(
            () ->
                ResourceException.refused(
                    "kind must be one of " + String.join(", ", LearningKind.words())));
  }

  private static String required(JsonNode input, String name) {
    return Input.text(input, name)
        .orElseThrow(() -> ResourceException.refused(name + " is missing"));
  }

  /** Hides secrets before the form is changed, and those that come from the change. */
  private static String clean(
      String text, UnaryOperator<String> form, UnaryOperator<String> redactor) {
    return redactor.apply(form.apply(redactor.apply(text))).strip();
  }

  private static String line(String text) {
    return BLANKS.matcher(text).replaceAll(" ").strip();
  }

  private static String lines(String text) {
    String lines = LINE_END.matcher(text).replaceAll("\n");
    return CONTROL.matcher(lines).replaceAll(" ").strip();
  }

  private static void check(String name, String text, int most) {
    if (text.isBlank() || text.getBytes(UTF_8).length > most) {
      throw ResourceException.refused(
          "%s must have 1 to %d bytes and must not be blank".formatted(name, most));
    }
  }

  /**
   * Returns the key of this text. Texts that differ only in blanks and in the case of letters have
   * the same one.
   */
  String key() {
    return Sha256.of(kind + "\n" + folded(title) + "\n" + folded(detail));
  }

  private static String folded(String text) {
    return line(text).toLowerCase(Locale.ROOT);
  }
}
