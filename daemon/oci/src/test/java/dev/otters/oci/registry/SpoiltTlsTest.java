package dev.otters.oci.registry;

import org.junit.jupiter.api.Tag;

@Tag("registry")
class SpoiltTlsTest extends SpoiltTlsContract {
  SpoiltTlsTest() {
    super(ForeignRegistry::docker);
  }
}
