package dev.otters.server.http;

import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderRequest;
import dev.otters.api.model.ProviderTestResult;
import java.util.Optional;

/** The operations on model providers. Safe for use by any thread. */
public interface ProviderOperations {
  /** Returns all providers. No method returns a key. */
  ProviderList list();

  /** Adds a provider. */
  ProviderChange add(ProviderRequest request);

  /** Changes the fields that the request names. */
  ProviderChange edit(String name, ProviderRequest request);

  /**
   * Removes a provider.
   *
   * @param force whether to remove it although agents use it
   */
  ProviderChange remove(String name, boolean force);

  /**
   * Checks that a provider works, with a real request.
   *
   * @param model the model to ask; empty chooses it if there is only one
   */
  ProviderTestResult test(String name, Optional<String> model);
}
