package dev.otters.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificatesTest {

  @Test
  void certificatesAreJoinedInTheOrderOfTheirNamesAndOtherFilesAreLeftOut(@TempDir Path folder)
      throws IOException {
    Files.writeString(folder.resolve("b.crt"), "second\n");
    Files.writeString(folder.resolve("a.crt"), "first\n\n");
    Files.writeString(folder.resolve("README"), "not a certificate\n");

    Path bundle = Certificates.bundle(folder, folder.resolve("bundle.pem"));

    assertThat(bundle).hasContent("first\nsecond\n");
  }
}
