package dev.otters.api.trace;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request to a model.
 *
 * @param id its id, unique in the daemon
 * @param attempt the attempt of the turn, by its fence; 0 for a replay
 * @param step the number of the completion in the attempt; 0 for the summary of earlier turns;
 *     negative if its answer came too late
 * @param number the number of the request for this completion, from 1
 * @param http whether it is the body of an HTTP request, not what a provider without HTTP got
 * @param policy the policy under which it was recorded
 * @param firstMillis the time until the first text, null if there was none
 * @param millis the time until the end
 * @param text what is stored of it
 * @param hash the SHA-256 of the request in hex
 * @param answerBytes the size of the answer, null if there was none
 * @param error the reason why there is no answer, null if there is one
 * @param usage null if the ledger has none
 */
public record TraceCall(
    long id,
    long attempt,
    long step,
    long number,
    Instant at,
    String model,
    boolean http,
    String policy,
    @Nullable Long firstMillis,
    long millis,
    TraceText text,
    long bytes,
    String hash,
    @Nullable Long answerBytes,
    @Nullable String error,
    @Nullable TraceUsage usage) {}
