package dev.otters.agentfile;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An ENV: one environment variable of the agent's tools.
 *
 * @param value may be empty
 * @param description text for the model; empty if there is none
 */
public record Env(String key, String value, String description) implements Setting {
  private static final Pattern KEY = Pattern.compile("[A-Z_][A-Z0-9_]*+");
  private static final Set<String> BASE =
      Set.of(
          "HOME", "LANG", "PATH", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME");
  private static final Set<String> JVM =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Checks the key.
   *
   * @throws IllegalArgumentException if {@link #complaintAboutKey} has a complaint
   */
  public Env {
    Names.refuseIf(complaintAboutKey(key), "ENV", key);
  }

  /**
   * Returns why an Agentfile or an operator cannot set this variable.
   *
   * @return a phrase with the reason; empty for a valid key
   */
  public static Optional<String> complaintAboutKey(String key) {
    if (!isKey(key)) {
      return Optional.of(
          "must be upper-case letters, digits and '_', and start with a letter or '_'");
    }
    return reserved(key).or(() -> ofProvider(key)).map(reason -> "is reserved: " + reason);
  }

  /**
   * Returns why this variable cannot hold a secret. Unlike an ENV, it may have the name of a
   * provider's key.
   */
  static Optional<String> complaintAboutSecret(String key) {
    return isKey(key) && reserved(key).isEmpty() ? Optional.empty() : complaintAboutKey(key);
  }

  private static Optional<String> reserved(String key) {
    if (BASE.contains(key)) {
      return Optional.of("the sandbox sets it to a path or value that its tools rely on");
    }
    if (key.startsWith("OTTERS")) {
      return Optional.of("names that start with OTTERS connect the runtime to its daemon");
    }
    if (key.startsWith("LD_")) {
      return Optional.of("LD_* makes the loader run foreign code in every program");
    }
    if (JVM.contains(key)) {
      return Optional.of("it would change the JVM of the runtime");
    }
    if (key.endsWith("_PROXY")) {
      return Optional.of("the daemon decides how the agent reaches the network");
    }
    return Optional.empty();
  }

  private static Optional<String> ofProvider(String key) {
    return key.endsWith("_API_KEY") || key.endsWith("_API_BASE")
        ? Optional.of("provider credentials stay in the daemon and never enter a sandbox")
        : Optional.empty();
  }

  private static boolean isKey(String key) {
    return KEY.matcher(key).matches();
  }
}
