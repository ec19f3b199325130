package dev.otters.api.model;

import dev.otters.api.Absent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says how a provider answered.
 *
 * @param offers the models that it has, as many as it told; empty when it has no list
 * @param listMillis how long the list took, in milliseconds
 * @param model the model that was asked, null when none was
 * @param answer what the model said, null when none was asked
 * @param firstMillis how long its first word took, in milliseconds
 * @param totalMillis how long its answer took, in milliseconds
 * @param inputTokens what the question cost
 * @param outputTokens what the answer cost
 */
public record ProviderTestResult(
    String provider,
    List<String> offers,
    long listMillis,
    @Nullable String model,
    @Nullable String answer,
    long firstMillis,
    long totalMillis,
    long inputTokens,
    long outputTokens) {
  /** Fills in what an answer left out. */
  public ProviderTestResult {
    offers = Absent.list(offers);
  }
}
