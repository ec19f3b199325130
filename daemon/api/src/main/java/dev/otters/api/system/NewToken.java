package dev.otters.api.system;

import java.util.List;

/**
 * A request for a token.
 *
 * @param roots namespaces, at least one; the token may use the sessions whose grants are below
 *     these
 */
public record NewToken(List<String> roots) {}
