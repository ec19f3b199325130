package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("docker")
class ContainerRegistryTest extends DockerRegistryContract {
  ContainerRegistryTest() {
    super(ContainerRegistry::start);
  }
}
