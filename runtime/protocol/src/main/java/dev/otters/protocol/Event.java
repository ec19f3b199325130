package dev.otters.protocol;

/**
 * One entry of a session's log, written by the runtime.
 *
 * @param id unique; an append with the same id again changes nothing
 */
public record Event(String id, EventBody body) {}
