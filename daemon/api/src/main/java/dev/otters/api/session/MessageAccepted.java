package dev.otters.api.session;

/** The answer to a {@link MessageRequest}: the message is durable as this event. */
public record MessageAccepted(String event, long seq, String session) {}
