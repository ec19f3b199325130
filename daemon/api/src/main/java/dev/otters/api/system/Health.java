package dev.otters.api.system;

/** The answer of {@code /healthz}. */
public record Health(boolean ok) {}
