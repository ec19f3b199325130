package dev.otters.models.gateway;

import java.util.Optional;

/**
 * Is a model that a provider offers.
 *
 * @param name the model's name within the provider
 * @param contextSize how many tokens it can see, empty where the provider does not say
 * @param note what else there is to know, empty for nothing
 */
public record ModelOffer(String name, Optional<Integer> contextSize, String note) {}
