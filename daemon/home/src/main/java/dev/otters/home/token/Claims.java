package dev.otters.home.token;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * What a token says.
 *
 * @param agent the agent that it belongs to, for an agent's token
 */
record Claims(String jti, String audience, Instant expiresAt, Optional<UUID> agent) {}
