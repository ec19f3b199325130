package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("registry")
class DockerRegistryTlsTest extends DockerRegistryTest {
  @Override
  String tls() throws IOException, InterruptedException {
    SelfSigned made = SelfSigned.in(folder).make();
    return "tls: {certificate: %s, key: %s}".formatted(made.certificate(), made.key());
  }

  @Override
  RegistryAccess access() {
    return super.access().withCaFile(SelfSigned.in(folder).certificate());
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
