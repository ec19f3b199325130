package dev.otters.api.system;

import dev.otters.api.Absent;
import org.jspecify.annotations.Nullable;

/**
 * Is one line of {@code otters doctor}.
 *
 * @param name what was looked at
 * @param state {@code ok}, {@code note} for what may be of use, or {@code problem} for what a first
 *     run lacks
 * @param text what was found
 * @param remedy what to do, null when there is nothing to do
 */
public record CheckView(String name, String state, String text, @Nullable String remedy) {
  /** Is the state of what is as it should be. */
  public static final String OK = "ok";

  /** Is the state of what does not keep a first run from working. */
  public static final String NOTE = "note";

  /** Is the state of what keeps a first run from working. */
  public static final String PROBLEM = "problem";

  /** Fills in what an answer left out. */
  public CheckView {
    state = Absent.or(state, PROBLEM);
  }

  /** Makes a line about what is as it should be. */
  public static CheckView ok(String name, String text) {
    return new CheckView(name, OK, text, null);
  }

  /** Makes a line about what may be of use. */
  public static CheckView note(String name, String text, @Nullable String remedy) {
    return new CheckView(name, NOTE, text, remedy);
  }

  /** Makes a line about what is missing. */
  public static CheckView problem(String name, String text, @Nullable String remedy) {
    return new CheckView(name, PROBLEM, text, remedy);
  }
}
