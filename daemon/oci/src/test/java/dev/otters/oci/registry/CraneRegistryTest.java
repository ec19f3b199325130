package dev.otters.oci.registry;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

@Tag("registry")
class CraneRegistryTest extends RegistryContract {
  private @Nullable ForeignRegistry server;

  @Override
  String start() throws IOException {
    server = ForeignRegistry.crane();
    return server.host();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }
}
