package dev.otters.api.model;

import dev.otters.api.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a listing of providers.
 *
 * @param file the configuration file
 * @param problem why the file cannot be used, null when it can; a broken file leaves the previous
 *     providers in place
 * @param warnings what the operator should know about the file
 */
public record ProviderList(
    List<ProviderView> providers, String file, @Nullable Problem problem, List<String> warnings) {}
