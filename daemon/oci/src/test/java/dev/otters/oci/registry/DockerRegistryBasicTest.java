package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("registry")
class DockerRegistryBasicTest extends BasicAuthContract {
  DockerRegistryBasicTest() {
    super(ForeignRegistry::docker);
  }
}
