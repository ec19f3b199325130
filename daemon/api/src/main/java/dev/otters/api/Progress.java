package dev.otters.api;

/**
 * The progress of one part of long work: the SSE event {@link Streams#PROGRESS}.
 *
 * @param item an image reference, a layer's digest or an agent's name
 * @param phase such as resolve, pull, push, load, build, create, start or ready
 * @param done bytes done; 0 when they cannot be counted
 * @param total bytes in total; 0 when unknown
 */
public record Progress(String item, String phase, long done, long total) {}
