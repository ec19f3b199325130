package dev.otters.server.http;

import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderRequest;
import dev.otters.api.model.ProviderTestResult;
import java.util.Optional;

/** Is what operators can do with model providers. Any thread may call. */
public interface ProviderOperations {
  /** Returns all providers; no answer of any method holds a key. */
  ProviderList list();

  /** Adds a provider. */
  ProviderChange add(ProviderRequest request);

  /** Changes what the request names and leaves the rest. */
  ProviderChange edit(String name, ProviderRequest request);

  /**
   * Takes a provider away.
   *
   * @param force whether one that agents use is taken away, too
   */
  ProviderChange remove(String name, boolean force);

  /**
   * Asks the vendor really.
   *
   * @param model the model to ask for a word, empty to choose one if that is clear
   */
  ProviderTestResult test(String name, Optional<String> model);
}
