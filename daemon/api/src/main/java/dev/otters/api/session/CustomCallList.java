package dev.otters.api.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a listing of calls that wait for their clients.
 *
 * @param calls oldest first, at most 1,000 and about a MiB of inputs
 * @param next the parameter {@code after} of the next page, null for the last one
 */
public record CustomCallList(List<CustomCallView> calls, @Nullable String next) {}
