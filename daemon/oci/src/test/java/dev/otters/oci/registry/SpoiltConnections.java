package dev.otters.oci.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.credentials.DockerConfig;
import dev.otters.http.HttpTimes;
import dev.otters.http.Proxies;
import dev.otters.oci.Descriptor;
import dev.otters.oci.FaultProxy;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
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
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** A real registry with a bad way to it, an image of 300 kB, and a client with little patience. */
abstract class SpoiltConnections {
  static final int LASTING = 1000;
  private static final PullScope ALL = new PullScope.AllPlatforms();
  private static final int SIZE = 300_000;

  @TempDir Path folder;
  FaultProxy proxy;
  Registry registry;
  OciStore source;
  OciStore target;
  Descriptor big;
  Descriptor index;

  /** The image over the bad way. */
  ImageReference through;

  /** The image without it. */
  ImageReference direct;

  /**
   * Builds the image, which the registry does not have yet.
   *
   * @param authority whose certificates are believed
   */
  final void buildAnImage(RunningRegistry server, FaultProxy way, Optional<Path> authority) {
    proxy = way;
    registry =
        new Registry(
            new RegistrySettings(
                new RegistryAccess(
                    new DockerConfig(folder.resolve("config.json"), Map.of()),
                    List.of(),
                    Set.of(),
                    List.of(),
                    authority),
                new HttpTimes(Duration.ofSeconds(2), Duration.ofSeconds(2), Duration.ofSeconds(1)),
                new RetryPolicy(3, Duration.ofMillis(1), Duration.ofSeconds(1)),
                Proxies.NONE));
    source = OciStore.open(folder.resolve("source"));
    target = OciStore.open(folder.resolve("target"));
    String name = UUID.randomUUID() + "/first:1";
    through = ImageReference.parse(proxy.host() + "/" + name);
    direct = ImageReference.parse(server.host() + "/" + name);
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
  final void closeClient() {
    registry.close();
    proxy.close();
  }

  static int port(RunningRegistry server) {
    return Integer.parseInt(server.host().replaceFirst(".*:", ""));
  }

  /** Returns the first line of a request, as far as a fault needs it. */
  final String line(String method, String path) {
    String rest = path.equals("blobs/") ? path + big.digest() : path;
    return method + " /v2/" + direct.repository() + "/" + rest;
  }

  final Descriptor pull() {
    return registry.pull(through, target, ALL, Progress.NONE);
  }

  final void assertPulls() throws IOException {
    assertThat(pull().digest()).isEqualTo(index.digest());
    assertThat(target.closure(index)).isEqualTo(source.closure(index));
    assertThat(target.fsck(List.of(), Progress.NONE).findings()).isEmpty();
    try (var partial = Files.list(Files.createDirectories(target.folder().resolve("partial")))) {
      assertThat(partial).isEmpty();
    }
  }

  /** Pulls, which must fail, and checks that nothing of it is left. */
  final OciException assertPullFails(Reason reason) {
    OciException failure = assertFails(this::pull, reason);
    assertThat(failure).hasMessageContaining("registry " + proxy.host());
    assertThat(target.list()).isEmpty();
    assertThat(target.folder().resolve("blobs/sha256")).isEmptyDirectory();
    assertThat(target.folder().resolve("staging")).isEmptyDirectory();
    return failure;
  }

  /** Pushes, which must fail, and checks that no tag is left. */
  final OciException assertPushFails(Reason reason) {
    OciException failure = assertFails(() -> registry.push(through, source, Progress.NONE), reason);
    assertThat(failure).hasMessageContaining("registry " + proxy.host());
    OciException none = assertFails(() -> registry.resolve(direct), Reason.NOT_FOUND);
    assertThat(none).isNotSameAs(failure);
    return failure;
  }

  final OciException assertFails(Runnable call, Reason reason) {
    OciException failure = catchThrowableOfType(OciException.class, call::run);
    assertThat(failure).isNotNull();
    assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason);
    assertThat(failure.getMessage()).doesNotContain("\n");
    assertThat(failure.remedy()).isNotEmpty();
    return failure;
  }
}
