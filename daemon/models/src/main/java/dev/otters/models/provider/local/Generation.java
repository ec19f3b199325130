package dev.otters.models.provider.local;

/**
 * The result of a generation.
 *
 * @param text the whole text
 * @param limited whether the token limit ended the text
 */
record Generation(String text, int promptTokens, int outputTokens, boolean limited) {}
