package dev.otters.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.credentials.DockerConfig;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every registry does for our client, whoever wrote it. */
abstract class RegistryContract {
  @TempDir Path folder;
  Registry registry;
  private OciStore source;
  private OciStore target;
  private Descriptor index;

  /** Starts a registry, empty, and returns its host and port. */
  abstract String start() throws IOException, InterruptedException;

  /** Returns the access. */
  RegistryAccess access() {
    return new RegistryAccess(
        new DockerConfig(folder.resolve("config.json"), Map.of()),
        List.of(),
        Set.of(),
        List.of(),
        Optional.empty());
  }

  private String host = "";
  private String space = "";

  final String host() {
    return host;
  }

  @BeforeEach
  void buildAnImage() throws IOException, InterruptedException {
    host = start();
    space = UUID.randomUUID() + "/";
    RegistrySettings usual = RegistrySettings.ofEnvironment(Map.of());
    registry =
        new Registry(new RegistrySettings(access(), usual.times(), usual.retry(), usual.proxies()));
    source = OciStore.open(folder.resolve("source"));
    target = OciStore.open(folder.resolve("target"));
    try (Ingest ingest = source.ingest()) {
      Descriptor child =
          Samples.container(
                  ingest,
                  Samples.AMD64,
                  Map.of(),
                  Map.of(),
                  List.of(
                      Samples.tar(Samples.file("a", "x".repeat(100_000))),
                      Samples.tar(Samples.file("b", "y"))))
              .withPlatform(Samples.AMD64);
      index = Samples.index(ingest, List.of(child), Map.of("made", "here"));
      ingest.tag(named("a/first:1"), index, Origin.BUILT);
      ingest.tag(named("a/first:2"), index, Origin.BUILT);
      ingest.tag(named("b/second:1"), index, Origin.BUILT);
      ingest.commit();
    }
  }

  @AfterEach
  final void closeClient() {
    registry.close();
  }

  @Test
  void whatIsPushedIsResolvedInspectedListedAndPulled() {
    push("a/first:1");
    push("a/first:2");

    assertThat(registry.resolve(named("a/first:1")).digest()).isEqualTo(index.digest());
    assertThat(registry.inspect(named("a/first:1")).platforms()).containsExactly(Samples.AMD64);
    assertThat(registry.tags(named("a/first"))).containsExactlyInAnyOrder("1", "2");
    assertThat(pull(named("a/first:1")).digest()).isEqualTo(index.digest());
    assertThat(target.closure(index)).isEqualTo(source.closure(index));
    assertThat(pull(named("a/first").at(index.digest())).digest()).isEqualTo(index.digest());
  }

  @Test
  void pushingAgainAndToAnotherRepositoryWorks() {
    push("a/first:1");
    push("a/first:1");
    push("b/second:1");

    assertThat(pull(named("b/second:1")).digest()).isEqualTo(index.digest());
  }

  @Test
  void aCopyIsTheSameImageElsewhere() {
    push("a/first:1");

    assertThat(registry.copy(named("a/first:1"), named("c/copy:9"), Progress.NONE).digest())
        .isEqualTo(index.digest());

    assertThat(pull(named("c/copy:9")).digest()).isEqualTo(index.digest());
  }

  @Test
  void whatIsNotThereIsNotFound() {
    push("a/first:1");
    Digest digest = Digest.of(new byte[] {1});

    assertNotFound(() -> pull(named("a/none:1")), "manifest", "a/none", ":1");
    assertNotFound(() -> pull(named("a/first:77")), "manifest", "a/first", ":77");
    assertNotFound(() -> pull(named("a/first").at(digest)), "manifest", "a/first", "@" + digest);
    assertNotFound(() -> registry.inspect(named("a/none:1")), "manifest", "a/none", ":1");
    assertNotFound(() -> registry.tags(named("a/none")), "list of tags of", "a/none", "");
    assertNotFound(
        () -> registry.copy(named("a/none:1"), named("c/copy:1"), Progress.NONE),
        "manifest",
        "a/none",
        ":1");

    assertThat(target.list()).isEmpty();
    assertThat(target.folder().resolve("blobs/sha256")).isEmptyDirectory();
  }

  private void assertNotFound(ThrowingCallable call, String what, String name, String rest) {
    String missing = what + " " + named(name).repository() + rest;
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call)
        .withMessageStartingWith("registry " + host + " has no " + missing + "; it says ")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND))
        .satisfies(e -> assertThat(e.remedy()).contains("Check the name"));
  }

  /** Names what only this test has on the registry. */
  final ImageReference named(String name) {
    return ImageReference.parse(host + "/" + space + name);
  }

  final Descriptor push(String name) {
    return registry.push(named(name), source, Progress.NONE);
  }

  final Descriptor pull(ImageReference reference) {
    return registry.pull(reference, target, new PullScope.AllPlatforms(), Progress.NONE);
  }
}
