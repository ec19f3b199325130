package dev.otters.api.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a change of a provider.
 *
 * @param provider the provider after the change, null after a removal
 * @param warnings what the operator should know
 */
public record ProviderChange(@Nullable ProviderView provider, List<String> warnings) {}
