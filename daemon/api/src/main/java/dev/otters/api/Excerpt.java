package dev.otters.api;

import org.jspecify.annotations.Nullable;

/**
 * The line that a finding is about.
 *
 * @param lineText the line as written, or the part around the place with {@code …} where it was
 *     cut; null when it is not known
 * @param caret the number of code points of {@code lineText} before the place
 */
public record Excerpt(@Nullable String lineText, int caret) {
  /** No line. */
  public static final Excerpt NONE = new Excerpt(null, 0);
}
