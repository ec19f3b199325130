package dev.otters.home.token;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * The claims of a token.
 *
 * @param agent the agent of an agent's token
 */
record Claims(String jti, String audience, Instant expiresAt, Optional<UUID> agent) {}
