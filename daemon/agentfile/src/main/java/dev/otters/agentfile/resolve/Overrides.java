package dev.otters.agentfile.resolve;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.AgentfileBuilder;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import java.util.Map;
import java.util.Optional;

/** Puts the CONFIG values that an operator gave on those of an image. */
public final class Overrides {
  private Overrides() {}

  /**
   * Merges the values in, as a child's.
   *
   * @param configs by key, each written as in an Agentfile: in double quotes it is a text
   * @throws IllegalArgumentException if a key is not valid
   */
  public static Agentfile apply(Agentfile image, Map<String, String> configs) {
    var child =
        new AgentfileBuilder().source(image.source()).syntax(image.syntax()).from(image.from());
    configs.forEach(
        (key, value) -> child.add(new Config(key, Optional.of(typed(value)), false, "")));
    return Inheritance.merge(image, child.build());
  }

  private static ConfigValue typed(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted
        ? new ConfigValue.Text(text.substring(1, text.length() - 1))
        : ConfigValue.ofBare(text);
  }
}
