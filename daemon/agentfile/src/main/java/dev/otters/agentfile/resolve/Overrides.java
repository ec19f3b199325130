package dev.otters.agentfile.resolve;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Declaration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Applies the CONFIG values of an operator to an image. */
public final class Overrides {
  private Overrides() {}

  /**
   * Merges the values like those of a child.
   *
   * @param configs values by key, written as in an Agentfile, where double quotes make a text
   * @throws IllegalArgumentException if a key is not valid
   */
  public static Agentfile apply(Agentfile image, Map<String, String> configs) {
    List<Declaration> own = new ArrayList<>(declarations(configs));
    return Agentfile.merge(image, new Agentfile(image.source(), image.syntax(), image.from(), own));
  }

  /** Returns the values as text, by their keys in the usual spelling. The last of a key counts. */
  public static Map<String, String> texts(Map<String, String> configs) {
    Map<String, String> texts = new LinkedHashMap<>();
    declarations(configs)
        .forEach(
            config -> config.value().ifPresent(value -> texts.put(config.key(), value.text())));
    return texts;
  }

  private static List<Config> declarations(Map<String, String> configs) {
    return configs.entrySet().stream()
        .map(entry -> new Config(entry.getKey(), Optional.of(typed(entry.getValue())), false, ""))
        .toList();
  }

  private static ConfigValue typed(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted
        ? new ConfigValue.Text(text.substring(1, text.length() - 1))
        : ConfigValue.ofBare(text);
  }
}
