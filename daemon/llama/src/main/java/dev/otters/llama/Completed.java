package dev.otters.llama;

/**
 * The result of a completion.
 *
 * @param stopReason {@code end}, {@code limit} or {@code cancelled}
 */
record Completed(int promptTokens, int outputTokens, String stopReason) {}
