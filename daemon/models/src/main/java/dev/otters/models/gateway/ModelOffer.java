package dev.otters.models.gateway;

import dev.otters.models.price.ModelSize;

/**
 * A model that a provider offers.
 *
 * @param name the name of the model within its provider
 * @param size its size, as far as the provider reports it
 * @param note a remark; empty for none
 */
public record ModelOffer(String name, ModelSize size, String note) {}
