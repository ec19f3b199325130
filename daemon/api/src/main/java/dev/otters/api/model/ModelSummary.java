package dev.otters.api.model;

import org.jspecify.annotations.Nullable;

/**
 * Is one line of {@code otters model ls}.
 *
 * @param name the model's name within its provider: a MODEL is {@code provider/name}
 * @param title what it is, null when nobody says
 * @param size of its weights in bytes, 0 when they are elsewhere
 * @param licence null when nobody says
 * @param context the most tokens that it can see, 0 when nobody says
 * @param state such as {@code installed}, {@code available} or {@code offered}
 * @param installed whether an agent can use it right now
 * @param digest of its weights, null when they are elsewhere
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
