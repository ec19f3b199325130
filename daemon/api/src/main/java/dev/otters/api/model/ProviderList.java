package dev.otters.api.model;

import dev.otters.api.Absent;
import dev.otters.api.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is the answer to a listing of providers.
 *
 * @param file where they are configured
 * @param problem why the file as it is cannot be used, null when it can; the providers are then
 *     those of before
 * @param warnings what the operator should know about the file
 */
public record ProviderList(
    List<ProviderView> providers, String file, @Nullable Problem problem, List<String> warnings) {
  /** Fills in what an answer left out. */
  public ProviderList {
    providers = Absent.list(providers);
    warnings = Absent.list(warnings);
  }
}
