package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("docker")
class ContainerRegistryTlsTest extends TlsContract {
  ContainerRegistryTlsTest() {
    super(ContainerRegistry::start);
  }
}
