package dev.otters.sessions.trace;

import dev.otters.models.chat.Completion;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * One request to a model, and its answer or failure.
 *
 * @param model {@code provider/model}
 * @param http whether the body is what went over HTTP, and not the request as it was handed over
 * @param request returns what is stored of the request
 * @param at the time of the request
 * @param firstText the time until the first text; empty if there was none
 * @param took the time until the end
 * @param error the reason why there is no answer; empty if there is one
 * @param kind the kind of the error, which has no words of a vendor
 */
record Exchange(
    String model,
    boolean http,
    Supplier<Content> request,
    Instant at,
    Optional<Duration> firstText,
    Duration took,
    Optional<Completion> answer,
    Optional<String> error,
    String kind) {
  private static final int LONGEST_ERROR = 2000;

  /** Returns the same exchange with an error that a policy allows. */
  Exchange redacted(TracePolicy policy, UnaryOperator<String> redactor) {
    UnaryOperator<String> shown =
        switch (policy) {
          case FULL -> text -> text;
          case REDACTED -> redactor;
          case SIZES, OFF -> text -> kind;
        };
    return new Exchange(
        model,
        http,
        request,
        at,
        firstText,
        took,
        answer,
        error.map(shown).map(text -> text.substring(0, Math.min(text.length(), LONGEST_ERROR))),
        kind);
  }
}
