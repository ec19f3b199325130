package dev.otters.api.system;

import java.time.Instant;
import java.util.List;

/**
 * A token without its secret part.
 *
 * @param roots the namespaces to which it is bound
 */
public record TokenView(String id, List<String> roots, Instant createdAt, Instant expiresAt) {}
