package dev.otters.api.image;

import org.jspecify.annotations.Nullable;

/**
 * An image reference with the digest that it resolved to.
 *
 * @param ref as written by the user or in the Agentfile
 * @param digest {@code sha256:…}, null when it was never resolved
 */
public record Pin(String ref, @Nullable String digest) {}
