package dev.otters.cli.local;

import dev.otters.cli.command.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses options of the form {@code KEY=VALUE}. */
public final class KeyValues {
  private static final List<String> BUDGETS =
      List.of(
          "session-tokens", "session-cost", "agent-tokens", "agent-cost", "day-tokens", "day-cost");

  private final Map<String, String> variables;

  /** Creates a parser that takes the value of a lone {@code KEY} from these variables. */
  public KeyValues(Map<String, String> variables) {
    this.variables = variables;
  }

  /**
   * Parses environment files, then single values; the last value of a key wins.
   *
   * @param files the values of {@code --env-file}
   * @param values the values of {@code -e}
   */
  public Map<String, String> environment(List<Path> files, List<String> values) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (Path file : files) {
      int number = 0;
      for (String line : lines(file)) {
        number++;
        if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
          put(pairs, line.stripLeading(), file + ":" + number);
        }
      }
    }
    values.forEach(value -> put(pairs, value, "-e"));
    return pairs;
  }

  /** Parses build arguments; the last value of a key wins. */
  public Map<String, String> buildArguments(List<String> values) {
    Map<String, String> pairs = new LinkedHashMap<>();
    values.forEach(value -> put(pairs, value, "--build-arg"));
    return pairs;
  }

  /** Parses labels, which need a value and must not repeat. */
  public static Map<String, String> labels(List<String> values) {
    return once("--label", values);
  }

  /** Parses CONFIG values and budgets, which need a value and must not repeat. */
  public static Map<String, String> configs(List<String> values, List<String> budgets) {
    Map<String, String> configs = new LinkedHashMap<>(once("--config", values));
    once("--budget", budgets)
        .forEach(
            (budget, limit) -> {
              if (!BUDGETS.contains(budget)) {
                throw UsageException.of(
                    "--budget '" + budget + "': there is no such budget",
                    "Use one of " + String.join(", ", BUDGETS) + ".");
              }
              configs.put("budget-" + budget, limit);
            });
    return configs;
  }

  /** Parses values of an option, which need a value and must not repeat. */
  public static Map<String, String> once(String option, List<String> values) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String value : values) {
      int equals = value.indexOf('=');
      if (equals < 1) {
        throw UsageException.of(option + " '" + value + "': expected KEY=VALUE", null);
      }
      if (pairs.put(value.substring(0, equals), value.substring(equals + 1)) != null) {
        throw UsageException.of(
            option + " '" + value.substring(0, equals) + "' is given twice", null);
      }
    }
    return pairs;
  }

  /** Adds a pair. Messages contain no value, which may be secret. */
  private void put(Map<String, String> pairs, String pair, String where) {
    int equals = pair.indexOf('=');
    String key = equals < 0 ? pair.strip() : pair.substring(0, equals);
    if (key.isEmpty() || key.chars().anyMatch(Character::isWhitespace)) {
      throw UsageException.of(where + ": expected KEY=VALUE, found no key", null);
    }
    if (equals >= 0) {
      pairs.put(key, pair.substring(equals + 1));
      return;
    }
    String value = variables.get(key);
    if (value == null) {
      throw UsageException.of(
          where + " " + key + ": no value, and no environment variable " + key,
          "Write " + key + "=VALUE.");
    }
    pairs.put(key, value);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw UsageException.of("--env-file " + file + " does not exist", null);
    } catch (IOException e) {
      throw UsageException.of("--env-file " + file + " cannot be read: " + e.getMessage(), null);
    }
  }
}
