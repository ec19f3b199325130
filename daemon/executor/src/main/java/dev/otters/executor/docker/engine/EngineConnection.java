package dev.otters.executor.docker.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.zerodep.ZerodepDockerHttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;

/**
 * A connection to one engine, with a client for short calls and one for streams that may be silent.
 */
public final class EngineConnection implements AutoCloseable {
  /** The newest supported API version, the first with image mounts. */
  static final ApiVersion NEWEST = new ApiVersion(1, 48);

  /** The oldest supported API version, that of Docker Engine 20.10. */
  static final ApiVersion OLDEST = new ApiVersion(1, 41);

  /** The first API version whose engines read zstd, that of Docker Engine 23.0. */
  private static final ApiVersion ZSTD = new ApiVersion(1, 42);

  /** Keeps a broken configuration of the docker command line away from docker-java. */
  private static final String NO_CONFIG = "/dev/null";

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);

  private final URI endpoint;
  private final ApiVersion spoken;
  private final EngineKind kind;
  private final DockerClient calls;
  private final DockerClient streams;

  private EngineConnection(URI endpoint, ApiVersion spoken, EngineKind kind) {
    this.endpoint = endpoint;
    this.spoken = spoken;
    this.kind = kind;
    this.calls = client(CALL_TIMEOUT);
    this.streams = client(Duration.ZERO);
  }

  /**
   * Connects to an engine with the newest version that both sides support.
   *
   * @throws dev.otters.executor.ExecutorException ENGINE_LOST when it does not answer
   */
  public static EngineConnection open(URI endpoint) {
    return EngineErrors.call(
        "ask the engine for its version",
        () -> {
          try (DockerClient client = unversioned(endpoint, CALL_TIMEOUT)) {
            Version version = client.versionCmd().exec();
            ApiVersion theirs =
                ApiVersion.parse(String.valueOf(version.getApiVersion())).orElse(OLDEST);
            return new EngineConnection(
                endpoint, theirs.compareTo(NEWEST) < 0 ? theirs : NEWEST, EngineKind.of(version));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Returns the API version in use. */
  public ApiVersion spoken() {
    return spoken;
  }

  /** Returns the program that answers. */
  public EngineKind kind() {
    return kind;
  }

  /** Returns whether the engine can mount images. */
  public boolean hasImageMounts() {
    return spoken.compareTo(NEWEST) >= 0;
  }

  /** Returns whether the engine reads layers compressed with zstd. */
  public boolean readsZstd() {
    return spoken.compareTo(ZSTD) >= 0;
  }

  public URI endpoint() {
    return endpoint;
  }

  /** Returns the client for calls, with a timeout of two minutes. */
  public DockerClient calls() {
    return calls;
  }

  /** Returns the client for streams, without a timeout. */
  public DockerClient streams() {
    return streams;
  }

  /**
   * Returns a new client, which the caller closes.
   *
   * @param timeout zero for none
   */
  public DockerClient client(Duration timeout) {
    return client(endpoint, spoken.toString(), timeout);
  }

  /** Returns a new client that uses the engine's own version; the caller closes it. */
  static DockerClient unversioned(URI endpoint, Duration timeout) {
    return client(endpoint, "", timeout);
  }

  private static DockerClient client(URI endpoint, String version, Duration timeout) {
    DockerClientConfig config =
        new DefaultDockerClientConfig.Builder()
            .withDockerConfig(NO_CONFIG)
            .withDockerHost(endpoint.toString())
            .withDockerTlsVerify(false)
            .withApiVersion(version)
            .build();
    var http =
        new ZerodepDockerHttpClient.Builder()
            .dockerHost(endpoint)
            .connectionTimeout(CONNECT_TIMEOUT);
    return DockerClientImpl.getInstance(
        config, (timeout.isZero() ? http : http.responseTimeout(timeout)).build());
  }

  /** Closes both clients, which ends all streams. */
  @Override
  public void close() {
    try {
      streams.close();
      calls.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the connection to " + endpoint, e);
    }
  }
}
