package dev.otters.api.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of testing a provider.
 *
 * @param offers the models that it lists; may be empty
 * @param listMillis the time for the list, in milliseconds
 * @param model the model that was asked, null when none was
 * @param answer the model's answer, null when none was asked
 * @param firstMillis the time to the first word, in milliseconds
 * @param totalMillis the time to the whole answer, in milliseconds
 * @param inputTokens the tokens of the question
 * @param outputTokens the tokens of the answer
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
    long outputTokens) {}
