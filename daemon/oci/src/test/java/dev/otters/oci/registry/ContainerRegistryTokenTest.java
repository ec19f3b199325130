package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("docker")
class ContainerRegistryTokenTest extends TokenAuthContract {
  ContainerRegistryTokenTest() {
    super(ContainerRegistry::start);
  }
}
