package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("docker")
class SpoiltContainerTlsTest extends SpoiltTlsContract {
  SpoiltContainerTlsTest() {
    super(ContainerRegistry::start);
  }
}
