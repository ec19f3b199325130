package dev.otters.models.provider;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderRequest;
import dev.otters.api.model.ProviderTestResult;
import dev.otters.api.model.ProviderView;
import dev.otters.home.text.Distance;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelProblems;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import dev.otters.models.provider.ProvidersStore.Current;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows and changes the configured providers. Keys are accepted and never returned. */
public final class ProviderAdmin {
  private static final Logger LOG = LoggerFactory.getLogger(ProviderAdmin.class);

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int SHOWN = 5;

  private final Providers providers;
  private final List<String> builtIn;
  private final ProvidersStore store;
  private final Connections connections;
  private final DaemonProcess facts;

  ProviderAdmin(
      Providers providers,
      List<String> builtIn,
      ProvidersStore store,
      Connections connections,
      DaemonProcess facts) {
    this.providers = providers;
    this.builtIn = builtIn;
    this.store = store;
    this.connections = connections;
    this.facts = facts;
  }

  /** Returns all providers, the built-in ones first. */
  public ProviderList list() {
    Current current = store.current();
    List<ProviderView> views =
        Stream.concat(
                builtIn.stream().map(ProviderView::builtIn),
                current.entries().stream().map(this::view))
            .toList();
    return new ProviderList(
        views, store.path().toString(), current.problem().orElse(null), current.warnings());
  }

  private ProviderView view(ProviderEntry entry) {
    Optional<Problem> problem = problem(entry);
    return new ProviderView(
        entry.name(),
        entry.kind().toString(),
        entry
            .apiBase()
            .map(base -> base.written().reveal())
            .or(() -> entry.kind().base().map(Object::toString))
            .orElse(null),
        key(entry),
        entry.models(),
        false,
        problem.isEmpty() ? ProviderView.READY : ProviderView.UNUSABLE,
        problem.orElse(null));
  }

  private Optional<Problem> problem(ProviderEntry entry) {
    try {
      connections.check(entry);
      return Optional.empty();
    } catch (ModelException e) {
      return Optional.of(ModelProblems.of(e));
    }
  }

  private String key(ProviderEntry entry) {
    if (entry.apiKey().isEmpty()) {
      return entry.lacksKey() ? "missing" : "none";
    }
    Template key = entry.apiKey().get();
    if (!key.missing(facts.environment()).isEmpty()) {
      return "missing " + key;
    }
    return key.variables().isEmpty() ? "set" : "from " + key;
  }

  /**
   * Adds a provider.
   *
   * @throws ApiException if the request is invalid or the name is taken; nothing changes then
   */
  public ProviderChange add(ProviderRequest request) {
    ProviderEntry entry = ProviderRequests.entry(request);
    Current current = store.current();
    boolean kept =
        store.change(
            text -> {
              if (text.entry(entry.name()).isPresent()) {
                throw ApiException.of(
                    ErrorCode.NAME_TAKEN,
                    "a provider '" + entry.name() + "' already exists",
                    "Change it with 'otters provider edit "
                        + entry.name()
                        + "', or choose another name.");
              }
              return text.add(entry);
            });
    LOG.atInfo().addKeyValue("provider", entry.name()).log("A provider was added");
    return changed(entry, kept, current);
  }

  /**
   * Changes the fields that the request contains.
   *
   * @throws ApiException if the request is invalid or the provider does not exist; nothing changes
   *     then
   */
  public ProviderChange edit(String name, ProviderRequest request) {
    refuseBuiltIn(name);
    List<ProviderEntry> now = new ArrayList<>();
    Current current = store.current();
    boolean kept =
        store.change(
            text -> {
              ProviderEntry old = text.entry(name).orElseThrow(() -> absent(name));
              ProviderEntry entry = ProviderRequests.merged(old, request);
              now.add(entry);
              return text.replace(entry);
            });
    LOG.atInfo().addKeyValue("provider", name).log("A provider was changed");
    return changed(now.getLast(), kept, current);
  }

  /**
   * Removes a provider.
   *
   * @param agents the names of the agents that use the provider
   * @param force whether to remove a provider in use
   * @throws ApiException if the provider does not exist, or is in use
   */
  public ProviderChange remove(String name, List<String> agents, boolean force) {
    if (!force && !agents.isEmpty()) {
      throw inUse(name, agents);
    }
    refuseBuiltIn(name);
    boolean kept =
        store.change(
            text -> {
              if (text.entry(name).isEmpty()) {
                throw absent(name);
              }
              return text.remove(name);
            });
    LOG.atInfo().addKeyValue("provider", name).log("A provider was removed");
    return new ProviderChange(null, rewritten(kept));
  }

  private ApiException inUse(String name, List<String> agents) {
    require(name);
    String shown =
        String.join(", ", agents.subList(0, Math.min(SHOWN, agents.size())))
            + (agents.size() > SHOWN ? " and " + (agents.size() - SHOWN) + " more" : "");
    return ApiException.of(
        ErrorCode.PROVIDER_IN_USE,
        "the provider '" + name + "' is used by " + shown,
        "Remove these agents first, or use -f, which makes their next prompts fail.");
  }

  /** Throws if a provider does not exist. */
  private void require(String name) {
    if (!builtIn.contains(name) && store.current().entry(name).isEmpty()) {
      throw absent(name);
    }
  }

  /**
   * Checks that a provider works by asking it.
   *
   * @param model the model to ask; empty to choose the only one
   * @throws ModelException if there is no answer
   */
  public ProviderTestResult test(String name, Optional<String> model) {
    return interruptibly(() -> trial(name, PATIENCE).run(model));
  }

  /**
   * Asks a vendor for its models, which is free of charge.
   *
   * @return the problem; empty if the vendor responded
   */
  public Optional<Problem> reach(String name, Duration patience) {
    try {
      return interruptibly(() -> trial(name, patience).reach());
    } catch (ModelException e) {
      return Optional.of(ModelProblems.of(e));
    } catch (ApiException e) {
      return Optional.of(e.problem());
    }
  }

  private ProviderProbe trial(String name, Duration patience) {
    require(name);
    Provider provider = providers.find(name).orElseThrow(() -> absent(name));
    List<String> chosen = store.current().entry(name).map(ProviderEntry::models).orElse(List.of());
    return new ProviderProbe(provider, chosen, patience);
  }

  private interface VendorCall<T> {
    T run() throws InterruptedException;
  }

  private static <T> T interruptibly(VendorCall<T> call) {
    try {
      return call.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(
          Problem.of(
              ErrorCode.SHUTTING_DOWN,
              "the daemon is stopping",
              "Try again after it has restarted."),
          e);
    }
  }

  private ProviderChange changed(ProviderEntry entry, boolean kept, Current before) {
    List<String> warnings = new ArrayList<>(rewritten(kept));
    store.current().warnings().stream()
        .filter(warning -> !before.warnings().contains(warning))
        .forEach(warnings::add);
    return new ProviderChange(view(entry), warnings);
  }

  private List<String> rewritten(boolean kept) {
    return kept
        ? List.of()
        : List.of("the comments of " + store.path() + " were removed, since its layout is unusual");
  }

  private void refuseBuiltIn(String name) {
    if (Fields.RESERVED.contains(name) || builtIn.contains(name)) {
      throw ApiException.of(
          ErrorCode.CONFLICT,
          "the provider '" + name + "' is built in and has no settings",
          "List the others with 'otters provider ls'.");
    }
  }

  private ApiException absent(String name) {
    List<String> names = store.current().entries().stream().map(ProviderEntry::name).toList();
    return new ApiException(
        Problem.of(
                ErrorCode.PROVIDER_NOT_FOUND,
                "there is no provider '" + Fields.shown(name) + "'",
                "List the providers with 'otters provider ls', or add one with 'otters provider"
                    + " add'.")
            .withCandidates(Distance.nearest(name, names).stream().toList()));
  }
}
