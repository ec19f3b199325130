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

/** This user's registry credentials, from Docker's configuration. */
public final class RegistryCredentials {
  /** The option of all commands that use a registry. */
  public static final Option INSECURE =
      Option.flag("Use plain HTTP for a registry on another machine", "--insecure");

  /** The default registry. */
  public static final String USUAL = "docker.io";

  private RegistryCredentials() {}

  /** Adds the credentials for the registries of some references to a route. */
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
   * Adds the credentials for the registry that refused a request to its route.
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

  /** Compares registries only, since a helper may return a new secret at each call. */
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

  /** Returns this user's Docker configuration. */
  public static DockerConfig config(Environment environment) {
    Path folder =
        environment
            .variable("DOCKER_CONFIG")
            .map(environment.folder()::resolve)
            .orElse(environment.home().resolve(".docker"));
    return new DockerConfig(folder.resolve("config.json"), environment.variables());
  }

  /** Reads the configuration; converts its errors. */
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

  /** Returns the host of a registry that may be written as a URL. */
  public static String hostOf(String word) {
    String host = word.replaceFirst("(?i)^https?://", "").replaceFirst("/.*$", "");
    if (!host.matches("[A-Za-z0-9.:\\[\\]-]+")) {
      throw UsageException.of(
          // The text before an @ may be a password.
          "'" + word.replaceFirst("^.*@", "…@") + "' is not a valid registry",
          "Write its host and port, such as registry.example.com:5000.");
    }
    return host;
  }
}
