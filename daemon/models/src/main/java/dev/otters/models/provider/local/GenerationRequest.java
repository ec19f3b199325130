package dev.otters.models.provider.local;

import java.util.List;

/**
 * A request to generate text.
 *
 * @param grammar the grammar of the text in GBNF; empty for any text
 * @param promptTokens the approximate number of tokens of the prompt
 * @param stop the texts that end the generation and do not belong to it
 */
record GenerationRequest(
    String prompt, String grammar, Sampling sampling, int promptTokens, List<String> stop) {
  /** Copies the list. */
  GenerationRequest {
    stop = List.copyOf(stop);
  }
}
