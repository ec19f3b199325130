package dev.otters.api.session;

/**
 * The result of a call of a client's tool.
 *
 * @param text what the model reads; may be empty
 * @param isError whether the call failed
 */
public record CustomResult(String text, boolean isError) {}
