package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("docker")
class ContainerRegistryBasicTest extends BasicAuthContract {
  ContainerRegistryBasicTest() {
    super(ContainerRegistry::start);
  }
}
