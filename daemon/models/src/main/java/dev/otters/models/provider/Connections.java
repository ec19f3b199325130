package dev.otters.models.provider;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.Provider;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Connects configured providers at their first use, and again after a change. */
final class Connections {
  private final ProviderOpener opener;
  private final DaemonProcess facts;
  private final Map<String, Open> open = new ConcurrentHashMap<>();

  private record Open(ProviderConfig config, Provider provider) {}

  Connections(ProviderOpener opener, DaemonProcess facts) {
    this.opener = opener;
    this.facts = facts;
  }

  /**
   * Returns the provider of an entry.
   *
   * @throws ModelException if a variable is not set or its value is unusable
   */
  Provider of(ProviderEntry entry) {
    ProviderConfig config = config(entry);
    return open.compute(
            entry.name(),
            (name, known) ->
                known != null && known.config().equals(config)
                    ? known
                    : new Open(config, restricted(entry, opener.open(config))))
        .provider();
  }

  /** Throws what {@link #of} would throw, without connecting. */
  void check(ProviderEntry entry) {
    ProviderConfig unused = config(entry);
  }

  private static Provider restricted(ProviderEntry entry, Provider provider) {
    return entry.models().isEmpty() ? provider : new ChosenModels(provider, entry.models());
  }

  private ProviderConfig config(ProviderEntry entry) {
    Optional<Secret> key = entry.apiKey().map(text -> key(entry, text));
    if (entry.lacksKey()) {
      throw ModelException.permanent(
          Reason.AUTH,
          "no API key is configured for the provider '" + entry.name() + "'",
          "Add one with 'otters provider edit " + entry.name() + " --api-key-stdin'.");
    }
    Optional<URI> base = entry.apiBase().map(text -> address(entry, text));
    return new ProviderConfig(
        entry.name(),
        entry.kind().api(),
        key,
        base.or(() -> entry.kind().base()),
        entry.models(),
        Timeouts.STANDARD);
  }

  private Secret key(ProviderEntry entry, Template text) {
    require(entry, text, "key", Reason.AUTH);
    Secret key = text.resolve(facts.environment());
    try {
      Fields.refuseOddCharacters(key.reveal());
    } catch (IllegalArgumentException e) {
      throw unusable(entry, text, "key", Reason.AUTH, e);
    }
    return key;
  }

  private URI address(ProviderEntry entry, Template text) {
    require(entry, text, "address", Reason.BAD_REQUEST);
    try {
      return Fields.address(text.resolve(facts.environment()).reveal());
    } catch (IllegalArgumentException e) {
      throw unusable(entry, text, "address", Reason.BAD_REQUEST, e);
    }
  }

  private static ModelException unusable(
      ProviderEntry entry, Template text, String what, Reason reason, Exception cause) {
    return ModelException.permanent(
        reason,
        "the %s of the provider '%s' comes from %s: %s"
            .formatted(what, entry.name(), text, cause.getMessage()),
        "Correct the variable and restart the daemon.");
  }

  private void require(ProviderEntry entry, Template text, String what, Reason reason) {
    List<String> missing = text.missing(facts.environment());
    if (!missing.isEmpty()) {
      String names = String.join(", ", missing);
      throw ModelException.permanent(
          reason,
          "the provider '%s' has no %s: %s is not set in the environment of %s"
              .formatted(entry.name(), what, names, facts),
          "Set "
              + names
              + " and restart the daemon, or store the value itself with 'otters provider edit "
              + entry.name()
              + (reason == Reason.AUTH ? " --api-key-env " + missing.getFirst() : " --api-base URL")
              + "'.");
    }
  }
}
