package dev.otters.oci.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.credentials.DockerConfig;
import dev.otters.oci.Descriptor;
import dev.otters.oci.FaultProxy;
import dev.otters.oci.FaultProxy.Fault;
import dev.otters.oci.FaultProxy.Half;
import dev.otters.oci.FaultProxy.Kind;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.http.HttpTimes;
import dev.otters.oci.registry.client.RetryPolicy;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of a pull and a push when the way to a real registry is bad. */
@Tag("registry")
class SpoiltConnectionsTest {
  private static final PullScope ALL = new PullScope.AllPlatforms();
  private static final int LASTING = 1000;
  private static final int SIZE = 300_000;

  @TempDir private Path folder;
  private ForeignRegistry server;
  private FaultProxy proxy;
  private Registry registry;
  private OciStore source;
  private OciStore target;
  private Descriptor big;
  private Descriptor index;
  private ImageReference through;
  private ImageReference direct;

  @BeforeEach
  void buildAnImage() throws IOException {
    server = ForeignRegistry.docker(folder, "", "");
    proxy = new FaultProxy(Integer.parseInt(server.host().replaceFirst(".*:", "")));
    registry =
        new Registry(
            new RegistrySettings(
                new RegistryAccess(
                    new DockerConfig(folder.resolve("config.json"), Map.of()),
                    List.of(),
                    Set.of(),
                    List.of(),
                    Optional.empty()),
                new HttpTimes(Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofSeconds(1)),
                new RetryPolicy(3, Duration.ofMillis(1), Duration.ofSeconds(1))));
    source = OciStore.open(folder.resolve("source"));
    target = OciStore.open(folder.resolve("target"));
    through = ImageReference.parse(proxy.host() + "/a/first:1");
    direct = ImageReference.parse(server.host() + "/a/first:1");
    byte[] noise = new byte[SIZE];
    new Random(7).nextBytes(noise);
    try (Ingest ingest = source.ingest()) {
      big = ingest.put(MediaTypes.OCTETS, noise);
      Descriptor config = ingest.put(MediaTypes.OCTETS, "{}".getBytes(UTF_8));
      Descriptor child = Samples.manifest(ingest, config, List.of(big), Map.of());
      index =
          Samples.index(ingest, List.of(child.withPlatform(Samples.AMD64)), Map.of("made", "here"));
      ingest.tag(through, index, Origin.BUILT);
      ingest.tag(direct, index, Origin.BUILT);
      ingest.commit();
    }
  }

  @AfterEach
  void closeAll() {
    registry.close();
    proxy.close();
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

    assertFails(() -> registry.pull(through, target, ALL, Progress.NONE), reason);

    assertThat(target.list()).isEmpty();
    assertThat(target.folder().resolve("blobs/sha256")).isEmptyDirectory();
    assertThat(target.folder().resolve("staging")).isEmptyDirectory();
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

    assertFails(() -> registry.push(through, source, Progress.NONE), reason);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> registry.resolve(direct))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND));
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

  private String line(String method, String path) {
    String rest = path.equals("blobs/") ? path + big.digest() : path;
    return method + " /v2/a/first/" + rest;
  }

  private void assertPulls() throws IOException {
    assertThat(registry.pull(through, target, ALL, Progress.NONE).digest())
        .isEqualTo(index.digest());
    assertThat(target.closure(index)).isEqualTo(source.closure(index));
    assertThat(target.fsck(Progress.NONE).findings()).isEmpty();
    try (var partial = Files.list(Files.createDirectories(target.folder().resolve("partial")))) {
      assertThat(partial).isEmpty();
    }
  }

  private static void assertFails(Runnable call, Reason reason) {
    OciException failure = catchThrowableOfType(OciException.class, call::run);
    assertThat(failure).isNotNull();
    assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason);
    assertThat(failure.getMessage()).doesNotContain("\n");
    assertThat(failure.remedy()).isNotEmpty();
  }
}
