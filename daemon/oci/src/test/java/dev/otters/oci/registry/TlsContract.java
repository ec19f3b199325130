package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** docker-registry speaks TLS, with a certificate that only its files vouch for. */
abstract class TlsContract extends DockerRegistryContract {
  private Certified made;

  TlsContract(RunningRegistry.Starter starter) {
    super(starter);
  }

  @Override
  String tls(Path files) throws IOException, InterruptedException {
    made = Certified.in(files);
    return "tls: {certificate: %s, key: %s}".formatted(made.certificate(), made.key());
  }

  @Override
  RegistryAccess access() {
    return super.access().withCaFile(made.authority());
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
