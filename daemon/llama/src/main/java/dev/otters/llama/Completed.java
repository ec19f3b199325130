package dev.otters.llama;

/**
 * Is how a completion ended.
 *
 * @param stopReason {@code end}, {@code limit} or {@code cancelled}
 */
record Completed(int promptTokens, int outputTokens, String stopReason) {}
