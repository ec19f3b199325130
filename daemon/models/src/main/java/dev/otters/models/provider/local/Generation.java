package dev.otters.models.provider.local;

/**
 * Is how a completion ended.
 *
 * @param text all of it
 * @param limited whether it was cut at its limit of tokens
 */
record Generation(String text, int promptTokens, int outputTokens, boolean limited) {}
