package dev.otters.api.session;

import java.util.List;

/**
 * A request to take grants from a session.
 *
 * @param grants namespaces; the grants at or below each of them are taken
 */
public record GrantRevocation(List<String> grants) {}
