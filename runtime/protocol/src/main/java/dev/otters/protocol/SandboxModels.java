package dev.otters.protocol;

import java.util.Map;

/** The model endpoint as the programs of a sandbox see it, at which the runtime listens. */
public final class SandboxModels {
  /** The CONFIG key that turns it on. */
  public static final String CONFIG = "model-endpoint";

  /** The value of the key with which it is on. */
  public static final String ON = "on";

  /** The port of the sandbox's loopback interface. */
  public static final int PORT = 3129;

  /** The name of the daemon's socket for the endpoint, in the folder of the agent's socket. */
  public static final String SOCKET = "m.sock";

  /** The address of the endpoint, without the version of a vendor's API. */
  public static final String ADDRESS = "http://127.0.0.1:" + PORT;

  /**
   * The variables by which the vendors' SDKs find the endpoint. They want a key, too; this one is
   * worth nothing anywhere.
   */
  public static final Map<String, String> VARIABLES =
      Map.of(
          "ANTHROPIC_BASE_URL",
          ADDRESS,
          "ANTHROPIC_API_KEY",
          "otters-needs-no-key",
          "OPENAI_BASE_URL",
          ADDRESS + "/v1",
          "OPENAI_API_KEY",
          "otters-needs-no-key");

  private SandboxModels() {}

  /** Returns whether the CONFIG values of an agent turn the endpoint on. */
  public static boolean isOn(Map<String, String> configs) {
    return ON.equals(configs.get(CONFIG));
  }
}
