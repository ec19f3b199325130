package dev.otters.api.session;

import java.util.List;

/**
 * The grants of a session from its next turn on.
 *
 * @param grants namespaces; empty for none
 */
public record SessionGrants(List<String> grants) {}
