package dev.otters.api;

/**
 * Says how far one part of a long piece of work is: the SSE event {@link Streams#PROGRESS}.
 *
 * @param item what is worked on, such as an image reference, a layer's digest or an agent's name
 * @param phase what happens to it: resolve, pull, push, load, build, create, start, ready, …
 * @param done bytes that are done; 0 when they cannot be counted
 * @param total bytes in all; 0 when that is not known
 */
public record Progress(String item, String phase, long done, long total) {}
