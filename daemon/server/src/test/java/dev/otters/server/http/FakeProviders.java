package dev.otters.server.http;

import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderRequest;
import dev.otters.api.model.ProviderTestResult;
import dev.otters.api.model.ProviderView;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it was told. */
final class FakeProviders implements ProviderOperations {
  final List<String> heard = new CopyOnWriteArrayList<>();

  @Override
  public ProviderList list() {
    heard.add("list");
    return new ProviderList(
        List.of(ProviderView.builtIn("scripted")), "/home/providers.yaml", null, List.of());
  }

  @Override
  public ProviderChange add(ProviderRequest request) {
    heard.add("add " + request + " " + request.apiKey());
    return new ProviderChange(null, List.of());
  }

  @Override
  public ProviderChange edit(String name, ProviderRequest request) {
    heard.add("edit " + name + " " + request);
    return new ProviderChange(null, List.of());
  }

  @Override
  public ProviderChange remove(String name, boolean force) {
    heard.add("remove " + name + " " + force);
    return new ProviderChange(null, List.of());
  }

  @Override
  public ProviderTestResult test(String name, Optional<String> model) {
    heard.add("test " + name + " " + model);
    return new ProviderTestResult(name, List.of(), 1, null, null, 0, 0, 0, 0);
  }
}
