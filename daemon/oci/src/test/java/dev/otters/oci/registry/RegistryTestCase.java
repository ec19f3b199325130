package dev.otters.oci.registry;

import static dev.otters.oci.Samples.AMD64;
import static dev.otters.oci.Samples.ARM64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.credentials.DockerConfig;
import dev.otters.http.HttpTimes;
import dev.otters.http.Proxies;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.registry.client.RetryPolicy;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A registry that serves one BIN image for two platforms, an empty store, and a quick client. */
abstract class RegistryTestCase {
  static final PullScope OURS = new PullScope.OnlyPlatform(AMD64);

  @TempDir Path folder;
  FakeRegistry server;
  OciStore store;
  OciStore remote;
  Registry registry;
  Descriptor index;
  ImageReference jq;

  @BeforeEach
  void serveAnImage() {
    server = new FakeRegistry();
    store = OciStore.open(folder.resolve("store"));
    remote = OciStore.open(folder.resolve("remote"));
    registry = new Registry(settings(3));
    try (Ingest ingest = remote.ingest()) {
      List<Descriptor> children =
          Stream.of(AMD64, ARM64)
              .map(
                  platform ->
                      Samples.container(
                              ingest,
                              platform,
                              Map.of(),
                              Map.of(),
                              List.of(Samples.tar(Samples.file("jq", "elf " + platform))))
                          .withPlatform(platform))
              .toList();
      Descriptor root = Samples.index(ingest, children, Map.of("io.openotters.bin.name", "jq"));
      ingest.tag(ImageReference.parse("jq:1"), root, Origin.BUILT);
      ingest.commit();
    }
    index = remote.require(ImageReference.parse("jq:1"));
    jq = server.serve(remote, index);
  }

  @AfterEach
  void closeAll() {
    registry.close();
    server.close();
  }

  RegistrySettings settings(int attempts) {
    return new RegistrySettings(
        new RegistryAccess(
            new DockerConfig(folder.resolve("config.json"), Map.of("PATH", folder.toString())),
            List.of(),
            Set.of(),
            List.of(),
            Optional.empty()),
        new HttpTimes(Duration.ofSeconds(5), Duration.ofMillis(400), Duration.ofMillis(400)),
        new RetryPolicy(attempts, Duration.ofMillis(1), Duration.ofSeconds(1)),
        Proxies.NONE);
  }

  Descriptor pull() {
    return registry.pull(jq, store, OURS, Progress.NONE);
  }

  void login(String host, String auth) {
    try {
      Files.writeString(
          folder.resolve("config.json"),
          "{\"auths\":{\"%s\":{\"auth\":\"%s\"}}}".formatted(host, auth));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Pulls, which must fail, and checks that nothing of it is left. */
  OciException failure(Reason reason) {
    OciException failure = catchThrowableOfType(OciException.class, this::pull);
    assertThat(failure).isNotNull();
    assertThat(failure.reason()).as(failure.getMessage()).isEqualTo(reason);
    assertThat(failure.remedy()).isNotEmpty();
    assertThat(store.list()).isEmpty();
    for (String part : List.of("blobs/sha256", "staging")) {
      assertThat(store.folder().resolve(part)).isEmptyDirectory();
    }
    return failure;
  }
}
