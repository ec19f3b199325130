package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("registry")
class DockerRegistryTokenTest extends TokenAuthContract {
  DockerRegistryTokenTest() {
    super(ForeignRegistry::docker);
  }
}
