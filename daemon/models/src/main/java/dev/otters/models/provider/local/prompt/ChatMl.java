package dev.otters.models.provider.local.prompt;

/** Writes conversations as ChatML, which Qwen and SmolLM were taught to read. */
public final class ChatMl {
  /** Ends a turn. */
  public static final String END = "<|im_end|>";

  private static final String BEGIN = "<|im_start|>";

  private ChatMl() {}

  static String system(String text) {
    return turn("system", text);
  }

  static String user(String text) {
    return turn("user", text);
  }

  static String assistant(String text) {
    return turn("assistant", text);
  }

  /** Returns what makes the model speak. */
  static String answer() {
    return BEGIN + "assistant\n";
  }

  private static String turn(String role, String text) {
    return BEGIN + role + "\n" + harmless(text) + END + "\n";
  }

  /**
   * Takes their meaning from the marks of turns that stand in what somebody said or a tool found.
   */
  private static String harmless(String text) {
    return text.replace("<|", "< |");
  }
}
