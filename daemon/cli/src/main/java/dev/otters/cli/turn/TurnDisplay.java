package dev.otters.cli.turn;

/** Shows a turn while it runs. Texts come as the model wrote them. */
public interface TurnDisplay {
  /** Shows the next piece of text. */
  void text(String piece);

  /** Ends a piece of text: what follows is something else. */
  void endOfText();

  /** Says that the text since the last end is void and comes anew. */
  void restarted();

  /** Shows a call of a tool that begins. */
  void toolStarted(ToolCall call);

  /** Shows how a call of a tool ended. */
  void toolFinished(ToolCall call);

  /** Shows a remark of the daemon. */
  void note(String text);
}
