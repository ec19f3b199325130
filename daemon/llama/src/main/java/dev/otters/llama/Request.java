package dev.otters.llama;

import java.util.List;

/** A request of the daemon. */
sealed interface Request {
  /** Returns the number that the replies repeat. */
  int id();

  /**
   * Continues a prompt.
   *
   * @param grammar a GBNF grammar that restricts the output; empty for no restriction
   * @param temperature 0 always chooses the likeliest token
   * @param stop texts that end the completion and are not part of the output
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
    public Complete {
      stop = List.copyOf(stop);
    }
  }

  /** Cancels a completion. */
  record Cancel(int id) implements Request {}

  /** Counts the tokens of a text. */
  record Count(int id, String text) implements Request {}
}
