package dev.otters.api;

/** Answers {@code /healthz}. */
public record Health(boolean ok) {}
