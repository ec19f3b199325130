package dev.otters.api.trace;

/**
 * The answers of two models to one request of a turn.
 *
 * @param turn the number of the turn in the session
 * @param step the attempt and the step of the request, such as 1.2
 * @param recorded the answer in the log
 * @param replayed the answer of the other model
 */
public record TraceReplay(long turn, String step, TraceAnswer recorded, TraceAnswer replayed) {}
