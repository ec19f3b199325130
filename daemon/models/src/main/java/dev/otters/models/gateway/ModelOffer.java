package dev.otters.models.gateway;

import java.util.Optional;

/**
 * A model that a provider offers.
 *
 * @param name the name of the model within its provider
 * @param contextSize the context in tokens; empty if the provider does not report it
 * @param note a remark; empty for none
 */
public record ModelOffer(String name, Optional<Integer> contextSize, String note) {}
