package dev.otters.api.system;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code otters doctor}.
 *
 * @param name what was checked
 * @param state {@code ok}, {@code note}, or {@code problem} for something that a first run needs
 * @param text what was found
 * @param remedy what to do, null when nothing is needed
 */
public record CheckView(String name, String state, String text, @Nullable String remedy) {
  /** The check passed. */
  public static final String OK = "ok";

  /** The finding does not prevent a first run. */
  public static final String NOTE = "note";

  /** The finding prevents a first run. */
  public static final String PROBLEM = "problem";

  /** Fills in what an answer left out. */
  public CheckView {
    state = Objects.requireNonNullElse(state, PROBLEM);
  }

  /** Returns a passed check. */
  public static CheckView ok(String name, String text) {
    return new CheckView(name, OK, text, null);
  }

  /** Returns a note. */
  public static CheckView note(String name, String text, @Nullable String remedy) {
    return new CheckView(name, NOTE, text, remedy);
  }

  /** Returns a problem. */
  public static CheckView problem(String name, String text, @Nullable String remedy) {
    return new CheckView(name, PROBLEM, text, remedy);
  }
}
