package dev.otters.llama;

import java.util.List;

/** What the daemon asks for. */
sealed interface Request {
  /** Returns the number that the answers carry. */
  int id();

  /**
   * Continues a prompt.
   *
   * @param grammar what may be generated, in GBNF; empty for anything
   * @param temperature 0 always takes the likeliest token
   * @param stop texts that end the completion and are not part of it
   */
  record Complete(
      int id,
      String prompt,
      String grammar,
      double temperature,
      double topP,
      int seed,
      int maxTokens,
      List<String> stop)
      implements Request {
    /** Copies the list. */
    public Complete {
      stop = List.copyOf(stop);
    }
  }

  /** Ends a completion. */
  record Cancel(int id) implements Request {}

  /** Counts the tokens of a text. */
  record Count(int id, String text) implements Request {}
}
