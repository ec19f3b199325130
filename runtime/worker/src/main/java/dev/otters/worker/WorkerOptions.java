package dev.otters.worker;

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
 * What a runtime is started with.
 *
 * @param token the agent's first token
 * @param version this program's release
 * @param connectPatience how long the first connection may take
 */
record WorkerOptions(
    DaemonAddress daemon,
    String token,
    String version,
    SandboxPaths paths,
    Backoff backoff,
    Duration connectPatience,
    Timings timings) {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(30);

  /**
   * Reads OTTERSD_URL and OTTERS_AGENT_ROOT, and the token from the file beside the socket.
   *
   * @throws FatalException if one of them is missing or wrong
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
          Timings.STANDARD);
    } catch (IllegalArgumentException wrong) {
      throw new FatalException(
          "config", "The runtime is started wrongly: " + wrong.getMessage() + ".", wrong);
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
