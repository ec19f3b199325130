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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worst of a bad way, and of a registry that stands still, with one in a container. */
@Tag("docker")
class SpoiltContainerTest extends SpoiltConnections {
  private static @Nullable ContainerRegistry container;

  @BeforeAll
  static void startServer(@TempDir Path files) throws IOException {
    container = ContainerRegistry.start(files, "", "");
  }

  @AfterAll
  static void stopServer() {
    if (container != null) {
      container.close();
    }
  }

  private static ContainerRegistry server() {
    return Objects.requireNonNull(container);
  }

  @BeforeEach
  void openTheWay() {
    buildAnImage(server(), new FaultProxy(port(server())), Optional.empty());
  }

  @ParameterizedTest
  @CsvSource({
    "CUT, ANSWER, GET, blobs/, 100000, 2",
    "STALL, ANSWER, GET, blobs/, 10000, 1",
    "UNAVAILABLE, ANSWER, GET, manifests/1, 0, 2",
    "REFUSE, ANSWER, GET, blobs/, 0, 2",
    "CUT, REQUEST, PUT, blobs/uploads/, 100000, 2",
    "STALL, ANSWER, PUT, blobs/uploads/, -1, 1",
    "CUT, ANSWER, PUT, manifests/, -1, 2",
  })
  void whatPassesIsSurvived(Kind kind, Half half, String method, String path, int after, int times)
      throws IOException {
    proxy.arm(new Fault(kind, half, line(method, path), after), times);

    registry.push(through, source, Progress.NONE);
    assertPulls();

    assertThat(proxy.left()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "CUT, GET, blobs/, 1000, UNREACHABLE",
    "STALL, GET, blobs/, 10000, UNREACHABLE",
    "REFUSE, GET, manifests/, 0, UNREACHABLE",
    "UNAVAILABLE, GET, blobs/, 0, REGISTRY",
    "CORRUPT, GET, blobs/, 123456, DIGEST_MISMATCH",
  })
  void aPullThatCannotBeIsRefusedAndTheNextOneWorks(
      Kind kind, String method, String path, int after, Reason reason) throws IOException {
    registry.push(direct, source, Progress.NONE);
    proxy.arm(new Fault(kind, Half.ANSWER, line(method, path), after), LASTING);

    OciException _ = assertPullFails(reason);

    proxy.heal();
    assertPulls();
  }

  @ParameterizedTest
  @CsvSource({
    "CUT, REQUEST, PUT, blobs/uploads/, 1000, UNREACHABLE",
    "CORRUPT, REQUEST, PUT, blobs/uploads/, 1, REGISTRY",
    "UNAVAILABLE, ANSWER, PUT, manifests/1, 0, REGISTRY",
  })
  void aPushThatCannotBeIsRefusedAndTheNextOneWorks(
      Kind kind, Half half, String method, String path, int after, Reason reason)
      throws IOException {
    proxy.arm(new Fault(kind, half, line(method, path), after), LASTING);

    OciException _ = assertPushFails(reason);

    proxy.heal();
    registry.push(through, source, Progress.NONE);
    assertPulls();
  }

  @Test
  void aRegistryThatStandsStillIsGivenUpAndAskedAgainWhenItGoesOn() throws IOException {
    registry.push(direct, source, Progress.NONE);
    server().pause();
    try {
      OciException failure = assertPullFails(Reason.UNREACHABLE);

      assertThat(failure)
          .hasMessageStartingWith("registry " + proxy.host() + " does not answer: 3 attempts");
      assertThat(failure.remedy()).contains("Check that the registry is running");
    } finally {
      server().resume();
    }
    assertPulls();
  }
}
