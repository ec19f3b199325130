package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("registry")
class DockerRegistryTlsTest extends DockerRegistryTest {
  private Path certificate() {
    return folder.resolve("server.crt");
  }

  @Override
  String tls() throws IOException, InterruptedException {
    Path key = folder.resolve("server.key");
    Process made =
        new ProcessBuilder(
                List.of(
                    "openssl",
                    "req",
                    "-x509",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:prime256v1",
                    "-nodes",
                    "-days",
                    "2",
                    "-subj",
                    "/CN=registry",
                    "-addext",
                    "subjectAltName=IP:127.0.0.1",
                    "-keyout",
                    key.toString(),
                    "-out",
                    certificate().toString()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (made.waitFor() != 0) {
      throw new IOException("openssl makes no certificate");
    }
    return "tls: {certificate: %s, key: %s}".formatted(certificate(), key);
  }

  @Override
  RegistryAccess access() {
    return super.access().withCaFile(certificate());
  }

  @Test
  void aCertificateThatNobodyVouchesForIsRefused() {
    RegistryAccess plain = registry.access();
    RegistryAccess trusting =
        new RegistryAccess(
            plain.config(), List.of(), plain.insecureHosts(), List.of(), Optional.empty());

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.with(trusting).tags(named("a/first")))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE))
        .satisfies(e -> assertThat(e.remedy()).contains("certs.d/" + host() + "/ca.crt"));
  }
}
