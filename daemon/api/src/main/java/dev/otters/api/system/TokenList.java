package dev.otters.api.system;

import java.util.List;

/**
 * The tokens that an operator has issued.
 *
 * @param tokens the oldest first
 */
public record TokenList(List<TokenView> tokens) {}
