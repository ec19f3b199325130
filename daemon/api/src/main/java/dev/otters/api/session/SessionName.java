package dev.otters.api.session;

/** A request to give a session a name, which is usable wherever its id is. */
public record SessionName(String name) {}
