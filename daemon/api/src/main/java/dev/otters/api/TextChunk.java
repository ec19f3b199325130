package dev.otters.api;

/**
 * Is a piece of an answer, as events {@link Streams#DELTA} and {@link Streams#SNAPSHOT} carry it.
 */
public record TextChunk(String text) {}
