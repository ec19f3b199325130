package dev.otters.agentfile;

import java.util.Optional;

/**
 * A CONFIG: one setting of the runtime.
 *
 * @param key kebab-case; the constructor replaces underscores
 * @param value empty if the line only declares or unsets the key
 * @param required whether an agent needs a value to start
 * @param description empty if there is none
 */
public record Config(String key, Optional<ConfigValue> value, boolean required, String description)
    implements Setting {
  /** The message for {@code key!=value}. */
  public static final String REQUIRED_WITH_DEFAULT =
      "is required, so it cannot have a default value";

  /**
   * Normalises the key.
   *
   * @throws IllegalArgumentException if the key is not valid, or a required CONFIG has a value
   */
  public Config {
    key = Names.kebab(key);
    Names.refuseIf(Names.complaintAboutKey(key), "CONFIG", key);
    if (required && value.isPresent()) {
      throw new IllegalArgumentException("CONFIG " + Quoted.of(key) + " " + REQUIRED_WITH_DEFAULT);
    }
  }
}
