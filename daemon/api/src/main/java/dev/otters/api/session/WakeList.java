package dev.otters.api.session;

import java.util.List;

/**
 * The answer to a listing of pending wakes.
 *
 * @param wakes those that are due first at the beginning, at most 1,000
 */
public record WakeList(List<WakeView> wakes) {}
