package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("registry")
class DockerRegistryTest extends DockerRegistryContract {
  DockerRegistryTest() {
    super(ForeignRegistry::docker);
  }
}
