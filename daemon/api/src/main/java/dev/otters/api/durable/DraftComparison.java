package dev.otters.api.durable;

import org.jspecify.annotations.Nullable;

/**
 * A draft beside its durable file.
 *
 * @param draft its path among the drafts
 * @param file the path of the durable file
 * @param sha256 the hash of the draft in hex
 * @param bytes the size of the draft
 * @param binary whether one of them is no text
 * @param diff a unified diff, which may be cut; empty if the bytes are the same, or are no text
 * @param current the durable file; null if there is none
 */
public record DraftComparison(
    String draft,
    String file,
    String sha256,
    long bytes,
    boolean identical,
    boolean binary,
    int added,
    int removed,
    String diff,
    @Nullable DurableFile current) {}
