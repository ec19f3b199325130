package dev.otters.api.agent;

import java.util.List;

/**
 * The hosts that an agent reached or wanted to reach.
 *
 * @param contacts the last ones first, at most 1,000
 */
public record EgressView(List<ContactView> contacts) {}
