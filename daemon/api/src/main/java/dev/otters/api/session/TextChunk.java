package dev.otters.api.session;

import dev.otters.api.Streams;

/**
 * A piece of an answer, as events {@link Streams#DELTA} and {@link Streams#SNAPSHOT} carry it, or a
 * note, as {@link Streams#NOTE} does.
 */
public record TextChunk(String text) {}
