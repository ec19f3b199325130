package dev.otters.models.provider.local.prompt;

/** Writes conversations as ChatML, the format of Qwen and SmolLM. */
public final class ChatMl {
  /** The mark at the end of a turn. */
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

  static String answer() {
    return BEGIN + "assistant\n";
  }

  private static String turn(String role, String text) {
    return BEGIN + role + "\n" + harmless(text) + END + "\n";
  }

  /** Neutralises marks of turns in messages and tool results. */
  private static String harmless(String text) {
    return text.replace("<|", "< |");
  }
}
