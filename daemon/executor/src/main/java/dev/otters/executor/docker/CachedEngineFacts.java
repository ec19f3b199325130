package dev.otters.executor.docker;

import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import dev.otters.executor.docker.engine.EngineFacts;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Caches what the engine says about itself, while it is certainly the same engine. To answer, an
 * engine starts four programs.
 */
final class CachedEngineFacts {
  /** The programs that the engine names can be replaced while it runs. */
  private static final Duration AGE = Duration.ofMinutes(5);

  private final EngineConnection engine;
  private final EngineFreshness freshness;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  private record Known(EngineFacts facts, long mark, long since) {}

  CachedEngineFacts(EngineConnection engine, EngineFreshness freshness) {
    this.engine = engine;
    this.freshness = freshness;
  }

  EngineFacts recent() {
    return cached().orElseGet(this::read);
  }

  /** Returns the facts, and makes sure that the engine answers now. */
  EngineFacts checked() {
    Optional<EngineFacts> cached = cached();
    if (cached.isEmpty()) {
      return read();
    }
    EngineErrors.run("ping the engine", () -> engine.calls().pingCmd().exec());
    return cached.get();
  }

  private EngineFacts read() {
    long mark = freshness.engine();
    EngineFacts facts = EngineFacts.read(engine.calls());
    known.set(new Known(facts, mark, System.nanoTime()));
    return facts;
  }

  private Optional<EngineFacts> cached() {
    long mark = freshness.engine();
    return Optional.ofNullable(known.get())
        .filter(last -> mark != EngineFreshness.NONE && last.mark() == mark && isYoung(last))
        .map(Known::facts);
  }

  private static boolean isYoung(Known last) {
    return System.nanoTime() - last.since() < AGE.toNanos();
  }
}
