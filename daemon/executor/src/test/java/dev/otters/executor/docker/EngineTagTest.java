package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Digest;
import org.junit.jupiter.api.Test;

class EngineTagTest {
  @Test
  void namesImagesAfterTheirContent() {
    Digest digest = Digest.of(new byte[0]);
    assertThat(EngineImages.tag(EngineImages.Kind.RUNTIME, digest))
        .isEqualTo("otters.local/runtime-e3b0c44298fc:" + digest.hex());
    assertThat(EngineImages.tag(EngineImages.Kind.BIN, digest))
        .isEqualTo("otters.local/bin-e3b0c44298fc:" + digest.hex());
  }
}
