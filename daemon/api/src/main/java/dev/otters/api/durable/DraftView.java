package dev.otters.api.durable;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A draft of a session.
 *
 * @param draft its path among the drafts
 * @param file the path of its durable file
 * @param state {@code ready}, {@code in_sync}, {@code draft_missing}, {@code substrate_missing} or
 *     {@code source_changed}
 * @param sha256 the hash of the draft in hex; null if it is missing
 * @param current the durable file; null if it is missing
 */
public record DraftView(
    String draft,
    String file,
    String state,
    Instant stagedAt,
    @Nullable String sha256,
    @Nullable DurableFile current) {}
