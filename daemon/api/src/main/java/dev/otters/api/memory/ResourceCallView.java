package dev.otters.api.memory;

import java.time.Instant;

/**
 * A call of the provider of a resource.
 *
 * @param agent the name of the agent, or its id if it was removed
 * @param resource the name of the RESOURCE
 * @param mode the access that the agent has
 * @param operation what was asked, or {@code context} for what a turn learned when it began
 * @param path what the call was about: grants or a namespace, a file, or the tool of a server; what
 *     the model named if the call was denied, empty for none
 * @param allowed whether mode and grants allowed it
 */
public record ResourceCallView(
    Instant at,
    String agent,
    String session,
    String activation,
    String resource,
    String mode,
    String operation,
    String path,
    boolean allowed) {}
