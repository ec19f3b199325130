package dev.otters.api.session;

import java.util.List;

/**
 * The answer to a listing of calls that wait for their clients.
 *
 * @param calls oldest first, at most 1,000
 */
public record CustomCallList(List<CustomCallView> calls) {}
