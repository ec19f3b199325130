package dev.otters.cli.commands;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.cli.client.Environment;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.credentials.CredentialsException;
import dev.otters.credentials.DockerConfig;
import dev.otters.credentials.HostCredentials;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Asks registries as the user of this command: with the credentials of Docker's configuration. */
public final class RegistryCredentials {
  /** The option of all commands that ask a registry. */
  public static final Option INSECURE =
      Option.flag("Speak plain HTTP to a registry that is not on this machine", "--insecure");

  /** The registry of those who name none. */
  public static final String USUAL = "docker.io";

  private RegistryCredentials() {}

  /** Adds to a route how the registries of these references are asked. */
  public static Route asked(Invocation invocation, Route route, String... references) {
    Stream.of(references)
        .flatMap(reference -> host(reference).stream())
        .distinct()
        .forEach(
            host ->
                header(invocation, host)
                    .ifPresent(header -> route.header(HostCredentials.HEADER, header)));
    return route.when(invocation.arguments().has("--insecure"), "insecure");
  }

  /**
   * Adds to a route what a registry wants that only the daemon knew of: this user's credentials for
   * it, and for no other.
   *
   * @return false when there are none, or they were refused
   */
  public static boolean answered(Invocation invocation, Route route, Problem refusal) {
    String host = refusal.registry();
    if (host == null || isAnswered(route, host)) {
      return false;
    }
    Optional<String> header = header(invocation, host);
    header.ifPresent(value -> route.header(HostCredentials.HEADER, value));
    return header.isPresent();
  }

  /** Goes by the registry alone: a helper may make another secret at each call. */
  private static boolean isAnswered(Route route, String host) {
    return route
        .headers(HostCredentials.HEADER)
        .map(HostCredentials::decode)
        .anyMatch(given -> DockerConfig.isFor(given.host(), host));
  }

  private static Optional<String> header(Invocation invocation, String host) {
    DockerConfig config = config(invocation.environment());
    return reading(() -> config.find(host)).map(found -> new HostCredentials(host, found).encode());
  }

  /** Returns where this user's credentials are kept. */
  public static DockerConfig config(Environment environment) {
    Path folder =
        environment
            .variable("DOCKER_CONFIG")
            .map(environment.folder()::resolve)
            .orElse(environment.home().resolve(".docker"));
    return new DockerConfig(folder.resolve("config.json"), environment.variables());
  }

  /** Does something with the configuration; what is wrong with it is for the user to know. */
  public static <T> T reading(Supplier<T> call) {
    try {
      return call.get();
    } catch (CredentialsException e) {
      throw new ApiException(
          Problem.of(ErrorCode.REGISTRY_DENIED, String.valueOf(e.getMessage()), e.remedy()), e);
    }
  }

  /** Returns the registry of a reference, empty when it names none. */
  public static Optional<String> host(String reference) {
    int slash = reference.indexOf('/');
    String first = slash < 0 ? "" : reference.substring(0, slash);
    boolean named = first.contains(".") || first.contains(":") || first.equals("localhost");
    return named ? Optional.of(first) : Optional.empty();
  }

  /** Returns the host that a user means, who may have written a URL. */
  public static String hostOf(String word) {
    String host = word.replaceFirst("(?i)^https?://", "").replaceFirst("/.*$", "");
    if (!host.matches("[A-Za-z0-9.:\\[\\]-]+")) {
      throw UsageException.of(
          // What stands before an @ may be a password.
          "'" + word.replaceFirst("^.*@", "…@") + "' is no registry",
          "Write its host, such as registry.example.com:5000.");
    }
    return host;
  }
}
