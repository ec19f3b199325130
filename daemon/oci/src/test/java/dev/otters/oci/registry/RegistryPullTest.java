package dev.otters.oci.registry;

import static dev.otters.oci.Samples.AMD64;
import static dev.otters.oci.Samples.ARM64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.store.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RegistryPullTest extends RegistryTestCase {
  @Test
  void aToolIsPulledForThisPlatformOnlyAndCanBeUsed() {
    Descriptor pulled = pull();

    assertThat(pulled).isEqualTo(index);
    assertThat(new BinImages(store).inspect(jq, AMD64).name()).isEqualTo("jq");
    assertThat(store.closure(index)).hasSize(4);
    assertThat(server.requests()).hasSize(4);
    assertThat(store.list())
        .singleElement()
        .satisfies(image -> assertThat(image.reference()).isEqualTo(jq))
        .satisfies(image -> assertThat(image.origin()).contains(Origin.PULLED));
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> new BinImages(store).inspect(jq, ARM64))
        .withMessageContaining("but without its image for linux/arm64");
  }

  @Test
  void aRegistryOnThisMachineThatOnlyAnImageNamesIsNotAsked() {
    Registry foreign = registry.with(registry.access().withNamed(Set.of("localhost:1")));

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> foreign.pull(jq, store, OURS, Progress.NONE))
        .withMessageContaining(server.host() + ", which only an image names, is not allowed");
    assertThat(server.requests()).isEmpty();
    assertThat(store.list()).isEmpty();
  }

  @Test
  void aRegistryOnThisMachineThatTheOperatorNamedIsAsked() {
    Registry named = registry.with(registry.access().withNamed(Set.of(server.host())));
    Registry insecure =
        registry.with(registry.access().withNamed(Set.of()).withInsecure(server.host()));

    assertThat(named.pull(jq, store, OURS, Progress.NONE)).isEqualTo(index);
    assertThat(insecure.resolve(jq)).isEqualTo(index);
  }

  @Test
  void everyPlatformIsPulledWhenAskedFor() {
    registry.pull(jq, store, new PullScope.AllPlatforms(), Progress.NONE);

    assertThat(store.closure(index)).hasSize(7);
  }

  @Test
  void aPlatformThatIsNotThereIsRefusedWithTheList() {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(
            () ->
                registry.pull(
                    jq,
                    store,
                    new PullScope.OnlyPlatform(Platform.parse("linux/s390x")),
                    Progress.NONE))
        .withMessageContaining("it has linux/amd64, linux/arm64")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.PLATFORM));
    assertThat(store.list()).isEmpty();
  }

  @Test
  void whatIsThereIsNotFetchedAgain() {
    pull();
    int before = server.requests().size();

    pull();

    assertThat(server.paths().subList(before, server.paths().size()))
        .containsExactly("/v2/tools/jq/manifests/1");
  }

  @Test
  void aMovedTagIsPulledAgain() {
    pull();
    Descriptor text = Samples.artifact(remote, "text:1", "a");
    server.serve(remote, text);

    assertThat(pull()).isEqualTo(text);
    assertThat(store.resolve(jq)).contains(text);
    assertThat(registry.resolve(jq)).isEqualTo(text);
  }

  @Test
  void whatADigestPinsNeedsNoRegistryOnceItIsThere() {
    ImageReference pinned = jq.at(index.digest());
    registry.pull(pinned, store, OURS, Progress.NONE);
    server.close();

    assertThat(registry.pull(pinned, store, OURS, Progress.NONE)).isEqualTo(index);
    assertThat(store.resolve(pinned)).contains(index);
  }

  @Test
  void progressEndsAtTheSizeOfEveryBlob() {
    List<String> told = new ArrayList<>();

    registry.pull(
        jq,
        store,
        OURS,
        (item, done, total, phase) -> {
          if (done == total) {
            told.add(phase + " " + item);
          }
        });

    assertThat(told).hasSize(2).allMatch(line -> line.matches("pull [0-9a-f]{12}"));
  }

  @Test
  void localReferencesAreNeverPulled() {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(
            () -> registry.pull(ImageReference.parse("tools/sh:1"), store, OURS, Progress.NONE))
        .withMessage("\"tools/sh:1\" has no registry, so it can only be in the local store")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_REFERENCE))
        .satisfies(e -> assertThat(e.remedy()).contains("host/tools/sh"));
  }
}
