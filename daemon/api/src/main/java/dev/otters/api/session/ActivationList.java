package dev.otters.api.session;

import java.util.List;

/**
 * A page of the journal of activations.
 *
 * @param more whether there are more of them in the same direction
 * @param last the number after which later moves are, for {@code after} of the next request
 */
public record ActivationList(List<ActivationMove> moves, boolean more, long last) {}
