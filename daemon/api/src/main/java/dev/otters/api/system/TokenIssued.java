package dev.otters.api.system;

/**
 * A new token.
 *
 * @param token what requests carry; it is not shown again
 */
public record TokenIssued(String token, TokenView view) {}
