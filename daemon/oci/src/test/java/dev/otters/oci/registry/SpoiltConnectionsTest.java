package dev.otters.oci.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.FaultProxy;
import dev.otters.oci.FaultProxy.Fault;
import dev.otters.oci.FaultProxy.Half;
import dev.otters.oci.FaultProxy.Kind;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a pull and a push when the way to a real registry is bad. */
@Tag("registry")
class SpoiltConnectionsTest extends SpoiltConnections {
  private ForeignRegistry server;

  @BeforeEach
  void openTheWay() throws IOException {
    server = ForeignRegistry.docker(folder, "", "");
    buildAnImage(server, new FaultProxy(port(server)), Optional.empty());
  }

  @AfterEach
  void closeServer() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "STALL, GET, blobs/, 10000, 1",
    "STALL, GET, manifests/, -1, 1",
    "CUT, GET, blobs/, 100000, 2",
    "CUT, GET, blobs/, -1, 2",
    "CUT, GET, manifests/, 20, 2",
    "SLOW, GET, blobs/, 10, 1",
    "REFUSE, GET, blobs/, 0, 2",
    "REFUSE, GET, manifests/, 0, 2",
    "UNAVAILABLE, GET, blobs/, 0, 2",
    "UNAVAILABLE, GET, manifests/1, 0, 2",
  })
  void aPullSurvivesWhatPasses(Kind kind, String method, String path, int after, int times)
      throws IOException {
    registry.push(direct, source, Progress.NONE);
    proxy.arm(new Fault(kind, Half.ANSWER, line(method, path), after), times);

    assertPulls();

    assertThat(proxy.left()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "STALL, GET, blobs/, 10000, UNREACHABLE",
    "CUT, GET, blobs/, 1000, UNREACHABLE",
    "CUT, GET, manifests/, 1, UNREACHABLE",
    "REFUSE, GET, manifests/, 0, UNREACHABLE",
    "REFUSE, GET, blobs/, 0, UNREACHABLE",
    "UNAVAILABLE, GET, blobs/, 0, REGISTRY",
    "CORRUPT, GET, blobs/, 123456, DIGEST_MISMATCH",
    "CORRUPT, GET, manifests/1, 20, DIGEST_MISMATCH",
    "CORRUPT, GET, manifests/sha256, 20, DIGEST_MISMATCH",
  })
  void aPullThatCannotBeIsRefusedAndTheNextOneWorks(
      Kind kind, String method, String path, int after, Reason reason) throws IOException {
    registry.push(direct, source, Progress.NONE);
    proxy.arm(new Fault(kind, Half.ANSWER, line(method, path), after), LASTING);

    assertPullFails(reason);

    proxy.heal();
    assertPulls();
  }

  @ParameterizedTest
  @CsvSource({
    "CUT, REQUEST, PUT, blobs/uploads/, 100000, 2",
    "SLOW, REQUEST, PUT, blobs/uploads/, 10, 1",
    "STALL, REQUEST, PUT, blobs/uploads/, 100000, 1",
    "STALL, ANSWER, PUT, blobs/uploads/, -1, 1",
    "CUT, ANSWER, PUT, blobs/uploads/, -1, 1",
    "UNAVAILABLE, ANSWER, PUT, blobs/uploads/, 0, 2",
    "UNAVAILABLE, ANSWER, POST, blobs/uploads/, 0, 2",
    "REFUSE, ANSWER, HEAD, blobs/, 0, 2",
    "REFUSE, ANSWER, PUT, manifests/, 0, 2",
    "CUT, ANSWER, PUT, manifests/, -1, 2",
    "STALL, ANSWER, PUT, manifests/1, -1, 1",
    "UNAVAILABLE, ANSWER, PUT, manifests/, 0, 2",
  })
  void aPushSurvivesWhatPasses(
      Kind kind, Half half, String method, String path, int after, int times) throws IOException {
    proxy.arm(new Fault(kind, half, line(method, path), after), times);

    registry.push(through, source, Progress.NONE);

    assertThat(proxy.left()).isZero();
    assertPulls();
  }

  @ParameterizedTest
  @CsvSource({
    "CUT, REQUEST, PUT, blobs/uploads/, 1000, UNREACHABLE",
    "STALL, ANSWER, PUT, blobs/uploads/, -1, UNREACHABLE",
    "CORRUPT, REQUEST, PUT, blobs/uploads/, 1, REGISTRY",
    "UNAVAILABLE, ANSWER, PUT, blobs/uploads/, 0, REGISTRY",
    "REFUSE, ANSWER, POST, blobs/uploads/, 0, UNREACHABLE",
    "CORRUPT, REQUEST, PUT, manifests/sha256, 20, REGISTRY",
    "REFUSE, ANSWER, PUT, manifests/, 0, UNREACHABLE",
    "UNAVAILABLE, ANSWER, PUT, manifests/1, 0, REGISTRY",
  })
  void aPushThatCannotBeIsRefusedAndTheNextOneWorks(
      Kind kind, Half half, String method, String path, int after, Reason reason)
      throws IOException {
    proxy.arm(new Fault(kind, half, line(method, path), after), LASTING);

    assertPushFails(reason);

    proxy.heal();
    registry.push(through, source, Progress.NONE);
    assertPulls();
  }

  @Test
  void aTagThatCameToMeanSomethingElseOnTheWayIsNoticed() {
    int inAText = new String(source.read(index, 4096), UTF_8).indexOf("here");
    proxy.arm(new Fault(Kind.CORRUPT, Half.REQUEST, line("PUT", "manifests/1"), inAText), LASTING);

    assertFails(() -> registry.push(through, source, Progress.NONE), Reason.DIGEST_MISMATCH);
  }
}
