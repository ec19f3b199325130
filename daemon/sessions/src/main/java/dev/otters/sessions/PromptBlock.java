package dev.otters.sessions;

/**
 * A section of the system prompt.
 *
 * @param name its name, such as {@code WORKSPACE}
 * @param text the section as the model reads it, with its heading
 */
public record PromptBlock(String name, Origin origin, String text) {
  /** The authors of sections. */
  public enum Origin {
    /** The runtime, from the agent's setup and what it found in the sandbox. */
    RUNTIME,
    /** A CONTEXT of the Agentfile. */
    CONTEXT
  }
}
