package dev.otters.cli.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One option of a command.
 *
 * @param names all spellings, short ones first, with their dashes
 * @param value the name of its value in the help, null for a flag
 * @param repeatable whether it may be given several times
 * @param help one line
 */
public record Option(List<String> names, @Nullable String value, boolean repeatable, String help) {
  /** Returns a flag. */
  public static Option flag(String help, String... names) {
    return new Option(List.of(names), null, false, help);
  }

  /** Returns an option with one value. */
  public static Option one(String value, String help, String... names) {
    return new Option(List.of(names), value, false, help);
  }

  /** Returns an option with a value that may be repeated. */
  public static Option many(String value, String help, String... names) {
    return new Option(List.of(names), value, true, help);
  }

  /** Returns the key of the option in {@link Arguments}: its last name. */
  public String key() {
    return names.getLast();
  }
}
