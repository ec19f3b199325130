package dev.otters.models.gateway;

import java.util.List;

/** A provider whose answers a test plays; it accepts every model and lists none. */
public abstract class PlayedProvider implements Provider {
  private final String name;

  protected PlayedProvider(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public void check(String model) {}

  @Override
  public List<ModelOffer> models() {
    return List.of();
  }
}
