package dev.otters.api.durable;

import org.jspecify.annotations.Nullable;

/**
 * A request to write the bytes of a version again. At least one of the expectations is needed.
 *
 * @param version the id of the version
 * @param expectedVersion the version that the file must have; null for any
 * @param expectedHash the hash in hex that it must have; null for any
 * @param absent whether it must not exist
 */
public record RestoreRequest(
    String version,
    @Nullable String expectedVersion,
    @Nullable String expectedHash,
    boolean absent) {}
