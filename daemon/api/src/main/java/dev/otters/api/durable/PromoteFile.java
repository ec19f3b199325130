package dev.otters.api.durable;

import org.jspecify.annotations.Nullable;

/**
 * A draft to promote. At least one of the expectations is needed.
 *
 * @param draft its path among the drafts
 * @param file the path of the durable file; null for the one that the draft was copied from
 * @param sha256 the hash in hex that the draft must have
 * @param expectedVersion the version that the durable file must have; null for any
 * @param expectedHash the hash in hex that it must have; null for any
 * @param absent whether it must not exist
 */
public record PromoteFile(
    String draft,
    @Nullable String file,
    String sha256,
    @Nullable String expectedVersion,
    @Nullable String expectedHash,
    boolean absent) {}
