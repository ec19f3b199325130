package dev.otters.sessions.budget;

import dev.otters.models.price.Price;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A request to a model, as far as budgets are concerned.
 *
 * @param session the key of the session
 * @param configs the CONFIG values of the agent
 * @param price the price of the model; empty if it is unknown
 * @param bytes the size of the request
 */
public record Request(
    UUID agent,
    long session,
    Map<String, String> configs,
    String model,
    Optional<Price> price,
    long bytes) {
  /** Three bytes of a request have at most about one token, besides the frames of messages. */
  private static final int BYTES_PER_TOKEN = 3;

  private static final int FRAME = 100;

  /** The output that is expected if no {@code max-tokens} limits it, and that with reasoning. */
  private static final long USUAL_OUTPUT = 4096;

  private static final long USUAL_REASONING = 16_384;

  /** Returns the most that the request can use. */
  Amount worst() {
    long input = Math.ceilDiv(bytes, BYTES_PER_TOKEN) + FRAME;
    long output = output();
    return new Amount(input + output, price.map(it -> it.most(input, output)).orElse(0L));
  }

  private long output() {
    String text = configs.getOrDefault("max-tokens", "");
    if (text.matches("\\d{1,9}")) {
      return Long.parseLong(text);
    }
    return configs.containsKey("reasoning-effort") ? USUAL_REASONING : USUAL_OUTPUT;
  }
}
