package dev.otters.oci.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The contract with Debian's docker-registry, one for all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DockerRegistryContract extends RegistryContract {
  private final RunningRegistry.Starter starter;
  private @Nullable RunningRegistry server;

  DockerRegistryContract(RunningRegistry.Starter starter) {
    this.starter = starter;
  }

  @BeforeAll
  final void startServer(@TempDir Path files) throws IOException, InterruptedException {
    server = starter.start(files, auth(files), tls(files));
  }

  @AfterAll
  final void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @Override
  final String start() {
    return Objects.requireNonNull(server).host();
  }

  /** Returns the lines that make it ask who calls, for whom {@code files} has room. */
  String auth(Path files) throws IOException, InterruptedException {
    return "";
  }

  /** Returns the line that makes it speak TLS, for which {@code files} has room. */
  String tls(Path files) throws IOException, InterruptedException {
    return "";
  }
}
