package dev.otters.cli.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One option of a command.
 *
 * @param names all spellings, short ones first, with their dashes
 * @param value what stands for its value in the help, null for an option that takes none
 * @param repeatable whether it may be given several times
 * @param help one line
 */
public record Option(List<String> names, @Nullable String value, boolean repeatable, String help) {
  /** Makes an option that is given or not. */
  public static Option flag(String help, String... names) {
    return new Option(List.of(names), null, false, help);
  }

  /** Makes an option with one value. */
  public static Option one(String value, String help, String... names) {
    return new Option(List.of(names), value, false, help);
  }

  /** Makes an option that may be given several times, each time with a value. */
  public static Option many(String value, String help, String... names) {
    return new Option(List.of(names), value, true, help);
  }

  /** Returns the last name, by which {@link Arguments} know it. */
  public String key() {
    return names.getLast();
  }
}
