package dev.otters.agentfile.resolve;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Declaration;
import java.util.ArrayList;
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
    List<Declaration> own = new ArrayList<>();
    configs.forEach((key, value) -> own.add(new Config(key, Optional.of(typed(value)), false, "")));
    return Agentfile.merge(image, new Agentfile(image.source(), image.syntax(), image.from(), own));
  }

  private static ConfigValue typed(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted
        ? new ConfigValue.Text(text.substring(1, text.length() - 1))
        : ConfigValue.ofBare(text);
  }
}
