package dev.otters.cli.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parsed arguments of a command.
 *
 * @param options the values of each given option by its {@link Option#key}; a flag has no value
 * @param positional the positional arguments
 */
public record Arguments(Map<String, List<String>> options, List<String> positional) {
  /** Returns whether an option is present. */
  public boolean has(String key) {
    return options.containsKey(key);
  }

  /** Returns the value of an option, empty when it is absent. */
  public Optional<String> one(String key) {
    return many(key).stream().findFirst();
  }

  /** Returns all values of an option in order, empty when it is absent. */
  public List<String> many(String key) {
    return options.getOrDefault(key, List.of());
  }

  /** Returns the first positional argument. */
  public String first() {
    return positional.getFirst();
  }
}
