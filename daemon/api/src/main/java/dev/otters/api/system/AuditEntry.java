package dev.otters.api.system;

import java.time.Instant;

/**
 * An action of an operator.
 *
 * @param action such as {@code vault.reveal}
 * @param subject the name of what it concerns
 * @param token the id of the token of the request
 */
public record AuditEntry(Instant at, String action, String subject, String token) {}
