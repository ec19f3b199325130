package dev.otters.api.system;

/** Answers {@code /healthz}. */
public record Health(boolean ok) {}
