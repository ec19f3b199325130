package dev.otters.api.trace;

import java.time.Instant;

/**
 * A turn of a session, with the sum of its requests to models.
 *
 * @param turn its number in the session, from 1
 * @param id its activation
 * @param state the state of the activation, as in docs/sessions.md
 * @param model the model of the last request; empty if none was recorded
 * @param requests the number of recorded requests
 * @param failed how many of them had no answer
 * @param requestBytes the size of the recorded requests
 * @param millis how long they took together
 * @param message the beginning of the user's message
 */
public record TraceTurn(
    long turn,
    String id,
    String state,
    Instant at,
    String model,
    long requests,
    long failed,
    long requestBytes,
    long inputTokens,
    long outputTokens,
    long millis,
    String message) {}
