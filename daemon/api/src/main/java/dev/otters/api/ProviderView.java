package dev.otters.api;

/** Is one model provider that the daemon knows; its key is never shown. */
public record ProviderView(String name, String kind) {}
