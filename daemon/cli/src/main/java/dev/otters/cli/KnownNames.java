package dev.otters.cli;

import dev.otters.api.agent.AgentList;
import dev.otters.api.bin.BinList;
import dev.otters.api.image.ImageList;
import dev.otters.api.memory.MemoryList;
import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.api.model.ProviderList;
import dev.otters.api.session.SessionList;
import dev.otters.api.vault.VaultList;
import dev.otters.cli.client.Connector;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.Environment;
import dev.otters.cli.client.Route;
import dev.otters.cli.console.Ids;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Names that the daemon knows, for completion. */
enum KnownNames {
  AGENTS,
  IMAGES,
  BINS,
  SESSIONS,
  PROVIDERS,
  MODELS,
  WEIGHTS,
  VAULTS,
  MEMORIES;

  private static final int LONGEST_WAIT_MILLIS = 1000;

  /**
   * Returns the names with their meanings; empty if no daemon runs, if it refuses, or if it needs
   * too long.
   *
   * @param agent the agent of sessions, empty for all agents
   */
  Map<String, String> of(Environment environment, String agent) {
    FutureTask<Map<String, String>> task = new FutureTask<>(() -> asked(environment, agent));
    Thread.ofPlatform().daemon().name("names").start(task);
    try {
      return task.get(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException _) {
      return Map.of();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Map.of();
    }
  }

  private Map<String, String> asked(Environment environment, String agent) {
    Map<String, String> names = new LinkedHashMap<>();
    Optional<Daemon> running =
        new Connector(environment, Optional.empty(), false).connectIfRunning();
    running.ifPresent(daemon -> ask(daemon, agent, names));
    return names;
  }

  private void ask(Daemon daemon, String agent, Map<String, String> names) {
    switch (this) {
      case AGENTS ->
          daemon
              .get(Route.of("agents").when(true, "all"), AgentList.class)
              .agents()
              .forEach(one -> names.put(one.name(), one.state().status().toString()));
      case IMAGES ->
          daemon
              .get(Route.of("images"), ImageList.class)
              .images()
              .forEach(image -> names.put(image.ref(), ""));
      case BINS ->
          daemon
              .get(Route.of("bins"), BinList.class)
              .bins()
              .forEach(bin -> names.put(bin.ref(), bin.name()));
      case SESSIONS -> {
        Route route = Route.of("sessions");
        Route asked = agent.isEmpty() ? route : route.with("agent", agent);
        daemon
            .get(asked, SessionList.class)
            .sessions()
            .forEach(session -> names.put(Ids.ofSession(session.id(), false), session.title()));
      }
      case PROVIDERS ->
          daemon
              .get(Route.of("providers"), ProviderList.class)
              .providers()
              .forEach(provider -> names.put(provider.name(), provider.kind()));
      case VAULTS ->
          daemon
              .get(Route.of("vaults"), VaultList.class)
              .vaults()
              .forEach(vault -> names.put(vault.name(), ""));
      case MEMORIES ->
          daemon
              .get(Route.of("memories"), MemoryList.class)
              .memories()
              .forEach(memory -> names.put(memory.id(), memory.text()));
      case MODELS -> models(daemon, names);
      case WEIGHTS -> {
        Map<String, String> models = new LinkedHashMap<>();
        models(daemon, models);
        models.forEach(
            (name, state) -> {
              if (name.startsWith("local/")) {
                names.put(name.substring("local/".length()), state);
              }
            });
      }
    }
  }

  private static void models(Daemon daemon, Map<String, String> names) {
    for (ModelSummary model : daemon.get(Route.of("models"), ModelList.class).models()) {
      names.put(model.provider() + "/" + model.name(), model.state());
    }
  }
}
