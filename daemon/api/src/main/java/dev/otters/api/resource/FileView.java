package dev.otters.api.resource;

import java.time.Instant;

/**
 * A text file that agents keep in a namespace, without its text.
 *
 * @param id never given to another file
 * @param path the path in the namespace
 * @param bytes the size of the text in UTF-8
 * @param sha256 the hash of the text in hex
 * @param agent the name of the agent that wrote the text, or its id if it was removed
 * @param session the session in which it was written
 */
public record FileView(
    long id,
    String namespace,
    String path,
    long bytes,
    String sha256,
    String agent,
    String session,
    Instant writtenAt) {}
