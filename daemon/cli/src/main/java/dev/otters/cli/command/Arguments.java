package dev.otters.cli.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Is what was given to a command.
 *
 * @param options the values of each given option by its {@link Option#key}; a flag has no value
 * @param positional the positional arguments
 */
public record Arguments(Map<String, List<String>> options, List<String> positional) {
  /** Returns whether an option was given. */
  public boolean has(String key) {
    return options.containsKey(key);
  }

  /** Returns the value of an option, empty when it was not given. */
  public Optional<String> one(String key) {
    return many(key).stream().findFirst();
  }

  /** Returns all values of an option in their order, empty when it was not given. */
  public List<String> many(String key) {
    return options.getOrDefault(key, List.of());
  }

  /** Returns the first positional argument. */
  public String first() {
    return positional.getFirst();
  }
}
