package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.FaultProxy;
import dev.otters.oci.FaultProxy.Fault;
import dev.otters.oci.FaultProxy.Half;
import dev.otters.oci.FaultProxy.Kind;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What becomes of a pull and a push when the bytes of TLS are spoilt on their way: within the
 * handshake (the server's part of it is some 900 bytes), and within a record that came later.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SpoiltTlsContract extends SpoiltConnections {
  private final RunningRegistry.Starter starter;
  private @Nullable RunningRegistry server;
  private @Nullable Certified certified;

  SpoiltTlsContract(RunningRegistry.Starter starter) {
    this.starter = starter;
  }

  @BeforeAll
  final void startServer(@TempDir Path files) throws IOException, InterruptedException {
    Certified made = Certified.in(files);
    certified = made;
    server =
        starter.start(
            files, "", "tls: {certificate: %s, key: %s}".formatted(made.certificate(), made.key()));
  }

  @AfterAll
  final void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  final void openTheWay() {
    RunningRegistry running = Objects.requireNonNull(server);
    Path authority = Objects.requireNonNull(certified).authority();
    buildAnImage(running, FaultProxy.ofBytes(port(running)), Optional.of(authority));
    // A registry of this machine is asked in plain HTTP first, and once it spoke TLS no more.
    assertFails(() -> registry.resolve(through), Reason.NOT_FOUND);
    registry.push(direct, source, Progress.NONE);
    proxy.hangUp();
  }

  @ParameterizedTest
  @CsvSource({
    "CUT, REQUEST, 100, 2",
    "CUT, ANSWER, 50, 2",
    "CUT, ANSWER, 700, 2",
    "CUT, ANSWER, 100000, 2",
    "REFUSE, ANSWER, 0, 2",
    "STALL, ANSWER, 700, 1",
    "STALL, ANSWER, 100000, 1",
    "CORRUPT, ANSWER, 100000, 2",
    "SLOW, ANSWER, 0, 1",
  })
  void aPullSurvivesWhatPasses(Kind kind, Half half, int after, int times) throws IOException {
    proxy.arm(new Fault(kind, half, "", after), times);

    assertPulls();

    assertThat(proxy.left()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "CUT, REQUEST, 100",
    "CUT, ANSWER, 700",
    "CUT, ANSWER, 5000",
    "STALL, ANSWER, 700",
    "STALL, ANSWER, 5000",
    "REFUSE, ANSWER, 0",
    "CORRUPT, ANSWER, 700",
    "CORRUPT, ANSWER, 5000",
  })
  void aPullThatCannotBeIsRefusedAndTheNextOneWorks(Kind kind, Half half, int after)
      throws IOException {
    proxy.arm(new Fault(kind, half, "", after), LASTING);

    OciException failure = assertPullFails(Reason.UNREACHABLE);

    assertThat(failure)
        .hasMessageContaining("registry " + proxy.host() + " does not answer: 3 attempts");
    assertThat(failure.remedy()).contains("Check that the registry is running");
    proxy.heal();
    assertPulls();
  }
}
