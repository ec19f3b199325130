package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("registry")
class DockerRegistryTlsTest extends TlsContract {
  DockerRegistryTlsTest() {
    super(ForeignRegistry::docker);
  }
}
