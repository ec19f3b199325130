package dev.otters.protocol;

/**
 * An entry of a session's log that the runtime writes.
 *
 * @param id a unique id; appending it again changes nothing
 */
public record Event(String id, EventBody body) {}
