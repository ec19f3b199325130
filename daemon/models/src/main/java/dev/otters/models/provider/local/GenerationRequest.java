package dev.otters.models.provider.local;

import java.util.List;

/**
 * Is what a child is asked to generate.
 *
 * @param grammar in GBNF, empty for anything
 * @param promptTokens about how many tokens the prompt has
 * @param stop texts that end it and are no part of it
 */
record GenerationRequest(
    String prompt, String grammar, Sampling sampling, int promptTokens, List<String> stop) {
  /** Copies the list. */
  GenerationRequest {
    stop = List.copyOf(stop);
  }
}
