package dev.otters.api.model;

import org.jspecify.annotations.Nullable;

/**
 * One line of {@code otters model ls}.
 *
 * @param name the model's name within its provider: a MODEL is {@code provider/name}
 * @param title its title, null when unknown
 * @param size of its weights in bytes, 0 for a remote model
 * @param licence null when unknown
 * @param context its context window in tokens, 0 when unknown
 * @param state such as {@code installed}, {@code available} or {@code offered}
 * @param installed whether an agent can use it right now
 * @param digest of its weights, null for a remote model
 */
public record ModelSummary(
    String name,
    String provider,
    @Nullable String title,
    long size,
    @Nullable String licence,
    int context,
    String state,
    boolean installed,
    @Nullable String digest) {}
