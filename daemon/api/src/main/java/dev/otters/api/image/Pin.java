package dev.otters.api.image;

import org.jspecify.annotations.Nullable;

/**
 * Names an image exactly.
 *
 * @param ref as the user or the Agentfile wrote it
 * @param digest {@code sha256:…} of what it meant, null when it was never resolved
 */
public record Pin(String ref, @Nullable String digest) {}
