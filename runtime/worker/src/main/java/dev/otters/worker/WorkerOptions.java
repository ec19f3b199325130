package dev.otters.worker;

import dev.otters.protocol.SandboxProxy;
import dev.otters.worker.sandbox.SandboxPaths;
import dev.otters.worker.turn.Timings;
import dev.otters.worker.wire.Backoff;
import dev.otters.worker.wire.DaemonAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The options of a runtime.
 *
 * @param token the agent's first token
 * @param version the release of this program
 * @param connectPatience the time limit of the first connection
 * @param proxyPort the port of the proxy; 0 for any
 */
record WorkerOptions(
    DaemonAddress daemon,
    String token,
    String version,
    SandboxPaths paths,
    Backoff backoff,
    Duration connectPatience,
    Timings timings,
    int proxyPort) {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(30);

  /**
   * Reads OTTERSD_URL and OTTERS_AGENT_ROOT, and the token from the file next to the socket.
   *
   * @throws FatalException if one is missing or invalid
   */
  static WorkerOptions from(Map<String, String> environment) throws FatalException {
    try {
      DaemonAddress daemon = DaemonAddress.parse(environment.getOrDefault("OTTERSD_URL", ""));
      Path root = Path.of(environment.getOrDefault("OTTERS_AGENT_ROOT", "/"));
      return new WorkerOptions(
          daemon,
          token(daemon.tokenFile()),
          release(),
          new SandboxPaths(root),
          Backoff.WIRE,
          CONNECT_PATIENCE,
          Timings.STANDARD,
          environment.containsKey(Main.REHEARSAL) ? 0 : SandboxProxy.PORT);
    } catch (IllegalArgumentException wrong) {
      throw new FatalException(
          "config", "The runtime's options are invalid: " + wrong.getMessage() + ".", wrong);
    }
  }

  @Override
  public String toString() {
    return "WorkerOptions[daemon=" + daemon + ", token=***]";
  }

  private static String token(Path file) throws FatalException {
    try {
      return Files.readString(file).strip();
    } catch (IOException unreadable) {
      throw new FatalException(
          "init", "The runtime cannot read its token from " + file + ".", unreadable);
    }
  }

  private static String release() {
    String version = WorkerOptions.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
