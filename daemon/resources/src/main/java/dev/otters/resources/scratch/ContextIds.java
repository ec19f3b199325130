package dev.otters.resources.scratch;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The ids of the scratchpads that a message brings to the model. They protect nothing: whoever
 * knows an id reads the pad.
 *
 * @param texts without duplicates; empty for none
 */
public record ContextIds(List<String> texts) {
  /** The limit on ids of a message. */
  public static final int MOST = 4;

  /** Names no scratchpad. */
  public static final ContextIds NONE = new ContextIds(List.of());

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:@-]{0,63}");

  /**
   * Drops duplicates.
   *
   * @throws IllegalArgumentException if an id is wrong, or if there are too many
   */
  public ContextIds {
    texts = List.copyOf(new LinkedHashSet<>(texts));
    if (texts.size() > MOST) {
      throw new IllegalArgumentException(
          "there are " + texts.size() + " scratchpads, and a message has at most " + MOST);
    }
    texts.forEach(ContextIds::check);
  }

  /**
   * Reads what {@link #text} returned, or what an operator wrote so.
   *
   * @param text ids with commas between them; blank for none
   * @throws IllegalArgumentException as the constructor
   */
  public static ContextIds parse(String text) {
    return text.isBlank()
        ? NONE
        : new ContextIds(Stream.of(text.split(",", -1)).map(String::strip).toList());
  }

  /** Reads ids. A null among them is an id that is wrong. */
  public static ContextIds of(Collection<String> texts) {
    return new ContextIds(texts.stream().map(String::valueOf).toList());
  }

  /**
   * Returns an id.
   *
   * @throws IllegalArgumentException if it is wrong
   */
  public static String check(String id) {
    if (!FORM.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "the id of a scratchpad must be 1 to 64 letters, digits, dots, underscores, colons, at"
              + " signs or dashes, and must begin with a letter or a digit");
    }
    return id;
  }

  /** Returns the ids with commas between them; empty for none. */
  public String text() {
    return String.join(",", texts);
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return texts.isEmpty();
  }
}
