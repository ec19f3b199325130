package dev.otters.models.gateway;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.Usage;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the requests to providers since the daemon started. */
public final class GatewayMeter {
  /** The most providers that are counted apart. */
  static final int MOST = 100;

  /** The name for all further providers. */
  static final String OTHERS = "others";

  private final Map<String, Count> counts = new TreeMap<>();

  /**
   * The requests to one provider.
   *
   * @param answered the requests with an answer
   * @param failed the requests without one
   * @param time the time of all requests together, in nanoseconds
   */
  public record Count(long answered, long failed, long time, long input, long output) {
    private Count plus(Count other) {
      return new Count(
          answered + other.answered,
          failed + other.failed,
          time + other.time,
          input + other.input,
          output + other.output);
    }
  }

  synchronized void count(String provider, Duration took, @Nullable Completion answer) {
    Usage usage = answer == null ? Usage.NONE : answer.usage();
    Count one =
        new Count(
            answer == null ? 0 : 1,
            answer == null ? 1 : 0,
            took.toNanos(),
            usage.inputTokens(),
            usage.outputTokens());
    boolean named = counts.containsKey(provider) || counts.size() < MOST;
    counts.merge(named ? provider : OTHERS, one, Count::plus);
  }

  /** Returns the counts by the names of providers. */
  public synchronized Map<String, Count> counts() {
    return new TreeMap<>(counts);
  }
}
