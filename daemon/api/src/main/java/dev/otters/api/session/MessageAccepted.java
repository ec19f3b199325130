package dev.otters.api.session;

/** Answers a {@link MessageRequest}: the message is durable, as this event of this session. */
public record MessageAccepted(String event, long seq, String session) {}
