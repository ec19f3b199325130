package dev.otters.sessions.budget;

/** A limit of a budget: its scope, and what it counts. */
public record Limit(Scope scope, Unit unit) {}
