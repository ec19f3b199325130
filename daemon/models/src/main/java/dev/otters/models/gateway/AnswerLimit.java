package dev.otters.models.gateway;

/** The longest answer of a model. */
public final class AnswerLimit {
  /** The most characters that the text and the tool calls of one answer have together. */
  public static final int CHARACTERS = 8 << 20;

  private AnswerLimit() {}

  /** Returns the failure of a longer answer; asking again would not help. */
  public static ModelException exceeded() {
    return ModelException.permanent(
        ModelException.Reason.BROKEN_ANSWER,
        "the model's answer exceeds " + (CHARACTERS >> 20) + " MiB",
        "Set a lower max-tokens in the Agentfile's CONFIG, or choose another model.");
  }
}
