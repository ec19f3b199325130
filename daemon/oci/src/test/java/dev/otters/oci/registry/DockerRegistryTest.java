package dev.otters.oci.registry;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("registry")
class DockerRegistryTest extends RegistryContract {
  private @Nullable ForeignRegistry server;

  @Override
  String start() throws IOException, InterruptedException {
    server = ForeignRegistry.docker(folder, auth(), tls());
    return server.host();
  }

  /** Returns the lines that make it ask who calls. */
  String auth() throws IOException, InterruptedException {
    return "";
  }

  /** Returns the line that makes it speak TLS. */
  String tls() throws IOException, InterruptedException {
    return "";
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }
}
