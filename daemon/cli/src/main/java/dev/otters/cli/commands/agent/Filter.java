package dev.otters.cli.commands.agent;

import dev.otters.cli.command.Nearest;
import dev.otters.cli.command.UsageException;
import java.util.Collection;
import java.util.List;

/** One value of {@code --filter}: {@code KEY=VALUE}. */
record Filter(String key, String value) {
  /** Parses a value. Throws if its key is not one of the keys. */
  static Filter of(String text, List<String> keys) {
    int equals = text.indexOf('=');
    String key = equals < 0 ? text : text.substring(0, equals);
    if (!keys.contains(key)) {
      throw unknown(text, "unknown key '" + key + "'", key, keys);
    }
    if (equals < 0) {
      throw UsageException.of("--filter '" + text + "': expected " + key + "=VALUE", null);
    }
    return new Filter(key, text.substring(equals + 1));
  }

  /** Returns the error for a word that is not one of some. */
  static UsageException unknown(
      String text, String problem, String word, Collection<String> words) {
    String near = Nearest.of(word, words).map(found -> "Did you mean '" + found + "'? ").orElse("");
    return UsageException.of(
        "--filter '" + text + "': " + problem,
        near + "Use one of " + String.join(", ", words) + ".");
  }
}
