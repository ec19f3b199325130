package dev.otters.api.resource;

/** A request to append an entry to a scratchpad. */
public record NewScratchEntry(String text) {}
