package dev.otters.executor.docker;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers for a moment what the engine said of itself, so that one operation of many steps asks
 * it once.
 */
final class RecentFacts {
  private static final Duration AGE = Duration.ofSeconds(3);

  private final EngineConnection engine;
  private final AtomicReference<@Nullable Known> known = new AtomicReference<>();

  private record Known(EngineFacts facts, long since) {}

  RecentFacts(EngineConnection engine) {
    this.engine = engine;
  }

  /** Asks the engine. */
  EngineFacts read() {
    EngineFacts facts = EngineFacts.read(engine.calls());
    known.set(new Known(facts, System.nanoTime()));
    return facts;
  }

  /** Returns what the engine said less than three seconds ago, or asks it. */
  EngineFacts recent() {
    Known last = known.get();
    return last != null && System.nanoTime() - last.since() < AGE.toNanos() ? last.facts() : read();
  }
}
