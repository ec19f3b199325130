package dev.otters.cli.turn;

/** Shows a running turn. Texts arrive as the model wrote them. */
public interface TurnDisplay {
  /** Shows the next piece of text. */
  void text(String piece);

  /** Ends a piece of text. */
  void endOfText();

  /** Discards the text since the last end, which is repeated. */
  void restarted();

  /** Shows the start of a tool call. */
  void toolStarted(ToolCall call);

  /** Shows the end of a tool call. */
  void toolFinished(ToolCall call);

  /** Shows a note of the daemon. */
  void note(String text);
}
