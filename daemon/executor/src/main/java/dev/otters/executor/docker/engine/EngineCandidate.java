package dev.otters.executor.docker.engine;

import java.net.URI;

/**
 * Names a place where an engine may be.
 *
 * @param origin how we came upon it, as a sentence part, such as {@code DOCKER_HOST}
 */
public record EngineCandidate(String origin, URI endpoint) {}
