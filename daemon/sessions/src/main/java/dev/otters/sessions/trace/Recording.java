package dev.otters.sessions.trace;

import dev.otters.home.time.Time;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.Recorder;
import dev.otters.models.gateway.RequestBody;
import dev.otters.models.gateway.Spool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects the requests of one step as they are sent. Thread-safe. */
public final class Recording implements Recorder {
  private static final String RETRIED = "retried";

  private final Time time;
  private final Spool spool;
  private final Function<RequestBody, Content> content;
  private final List<Exchange> ended = new ArrayList<>();
  private @Nullable Open open;

  /**
   * Begins a recording.
   *
   * @param content returns what is stored of a request
   */
  Recording(Time time, Spool spool, Function<RequestBody, Content> content) {
    this.time = time;
    this.spool = spool;
    this.content = content;
  }

  /** A request that has no end yet. */
  private record Open(
      String model,
      boolean http,
      Supplier<Content> request,
      Instant at,
      long began,
      Optional<Duration> firstText) {}

  @Override
  public synchronized void asked(String provider, CompletionRequest request) {
    close(Optional.empty(), Optional.of("the provider was asked again"), RETRIED);
    begin(
        provider + "/" + request.model(),
        false,
        () -> content.apply(RequestBody.of(TraceJson.of(request))));
  }

  @Override
  public synchronized void sent(RequestBody body) {
    Open asked = open;
    if (asked == null) {
      return;
    }
    if (asked.http()) {
      close(Optional.empty(), Optional.of("the provider sent another request"), RETRIED);
    }
    begin(asked.model(), true, soon(body));
  }

  /** Begins to prepare what is stored, while the vendor works. */
  private Supplier<Content> soon(RequestBody body) {
    FutureTask<Content> prepared = new FutureTask<>(() -> content.apply(body));
    Thread.ofVirtual().name("recording").start(prepared);
    return () -> {
      try {
        return prepared.get();
      } catch (ExecutionException | InterruptedException e) {
        throw new IllegalStateException("a request cannot be recorded", e);
      }
    };
  }

  private void begin(String model, boolean http, Supplier<Content> request) {
    open = new Open(model, http, request, time.now(), time.nanos(), Optional.empty());
  }

  /** Called with each piece of the answer's text. */
  public synchronized void text() {
    Open asked = open;
    if (asked != null && asked.firstText().isEmpty()) {
      Optional<Duration> first = Optional.of(since(asked));
      open =
          new Open(asked.model(), asked.http(), asked.request(), asked.at(), asked.began(), first);
    }
  }

  @Override
  public synchronized void answered(Completion completion) {
    close(Optional.of(completion), Optional.empty(), "");
  }

  @Override
  public synchronized void failed(Throwable cause) {
    String kind =
        cause instanceof ModelException failure
            ? failure.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ')
            : "failed";
    close(Optional.empty(), Optional.of(String.valueOf(cause.getMessage())), kind);
  }

  @Override
  public Spool spool() {
    return spool;
  }

  private void close(Optional<Completion> answer, Optional<String> error, String kind) {
    Open asked = open;
    if (asked != null) {
      ended.add(
          new Exchange(
              asked.model(),
              asked.http(),
              asked.request(),
              asked.at(),
              asked.firstText(),
              since(asked),
              answer,
              error,
              kind));
      open = null;
    }
  }

  private Duration since(Open asked) {
    return Duration.ofNanos(time.nanos() - asked.began());
  }

  /** Returns the requests that have ended. */
  synchronized List<Exchange> ended() {
    return List.copyOf(ended);
  }
}
