package dev.otters.executor.docker.engine;

import java.net.URI;

/**
 * An address at which an engine may listen.
 *
 * @param origin the source of the address, such as {@code DOCKER_HOST}
 */
public record EngineCandidate(String origin, URI endpoint) {}
