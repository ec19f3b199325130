package dev.otters.api.durable;

import org.jspecify.annotations.Nullable;

/**
 * A request to copy a durable file to a draft.
 *
 * @param file the path of the durable file
 * @param draft the path of the draft; null for the same
 * @param overwrite whether to replace what is there
 */
public record StageRequest(String file, @Nullable String draft, boolean overwrite) {}
