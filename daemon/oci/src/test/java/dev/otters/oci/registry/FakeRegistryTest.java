package dev.otters.oci.registry;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/** The registry of our tests behaves as the real ones do. */
class FakeRegistryTest extends RegistryContract {
  private @Nullable FakeRegistry server;

  @Override
  String start() {
    server = new FakeRegistry();
    return server.host();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }
}
