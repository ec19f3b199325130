package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.model.PruneType;
import dev.otters.executor.BinMount;
import dev.otters.executor.ImagePin;
import dev.otters.executor.docker.engine.EngineKind;
import dev.otters.executor.testkit.Busybox;
import dev.otters.executor.testkit.TestImages;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Loads images into a real engine, and saves them again. */
class EngineIntakeTest extends DockerTest {
  private OciStore store;
  private String unique;

  @BeforeEach
  void openStore() {
    store = DockerFixture.STORE;
    unique = UUID.randomUUID().toString();
  }

  /** Stores a tool that no other test has, with a usage text as a layer that is not a tar. */
  private Descriptor toolWithRawLayer() {
    try (Ingest ingest = store.ingest()) {
      byte[] tar = Samples.tar(Samples.file("tool", unique + "\n"));
      Descriptor plain =
          Samples.container(
              ingest, Platform.ofThisMachine(), Map.of("unique", unique), Map.of(), List.of(tar));
      ImageManifest manifest = (ImageManifest) ingest.manifest(plain);
      List<Descriptor> layers = new ArrayList<>(manifest.layers());
      layers.add(ingest.put("text/markdown", TestImages.text("usage")));
      Descriptor image = Samples.manifest(ingest, manifest.config(), layers, Map.of());
      ingest.tag(reference(), image, Origin.BUILT);
      ingest.commit();
      return image;
    }
  }

  private ImageReference reference() {
    return ImageReference.parse("host.io/intake-" + unique + ":1");
  }

  private EngineImages.Need need(Descriptor image) {
    return new EngineImages.Need(unique, image.digest(), EngineImages.Kind.BIN);
  }

  private Digest config(Descriptor image) {
    return ((ImageManifest) store.manifest(image.digest())).config().digest();
  }

  @Test
  void layersThatAreNoTarsStayOutsideAndTheConfigSaysWhatItIs() {
    Descriptor image = toolWithRawLayer();

    EngineImages.Present present =
        new EngineImages(engine, new EngineFreshness(), store).require(need(image), Progress.NONE);

    InspectImageResponse found = engine.calls().inspectImageCmd(present.tag()).exec();
    assertThat(present.tag()).startsWith("otters.local/bin-");
    assertThat(found.getRootFS().getLayers()).hasSize(1);
    assertThat(found.getConfig().getLabels()).containsEntry("unique", unique);
    if (!hasContainerdStore(found)) {
      assertThat(found.getId()).isEqualTo(config(image).toString());
    }
  }

  /** An engine with containerd's store knows an image by its manifest, others by its config. */
  private static boolean hasContainerdStore(InspectImageResponse found) {
    List<String> digests = found.getRepoDigests();
    return digests != null
        && digests.stream().anyMatch(digest -> digest.endsWith(String.valueOf(found.getId())));
  }

  @Test
  void whatAPruneTookIsThereAgainAtTheNextUse() {
    Descriptor image = toolWithRawLayer();
    EngineImages images = new EngineImages(engine, new EngineFreshness(), store);
    String tag = images.require(need(image), Progress.NONE).tag();

    prune(tag);
    assertThat(has(tag)).isFalse();

    assertThat(images.require(need(image), Progress.NONE).tag()).isEqualTo(tag);
    assertThat(has(tag)).isTrue();
  }

  /** Podman 4.3 cannot prune images that have a name through Docker's call. */
  private void prune(String tag) {
    if (engine.kind() == EngineKind.PODMAN) {
      if (has(tag)) {
        engine.calls().removeImageCmd(tag).exec();
      }
      return;
    }
    engine
        .calls()
        .pruneCmd(PruneType.IMAGES)
        .withDangling(false)
        .withLabelFilter("unique=" + unique)
        .exec();
  }

  private boolean has(String tag) {
    return !engine.calls().listImagesCmd().withReferenceFilter(tag).exec().isEmpty();
  }

  @Test
  void aToolThatWasRemovedBetweenTwoStartsIsMountedAgain() throws IOException {
    Descriptor image = toolWithRawLayer();
    bins = List.of(new BinMount("tool", new ImagePin(unique, image.digest()), "/"));
    String script = "/bin/busybox cat /opt/bin-images/tool/tool";
    assertThat(output(script)).containsExactly(unique);

    executor.remove(agent);
    prune(EngineImages.tag(EngineImages.Kind.BIN, image.digest()));

    assertThat(output(script)).containsExactly(unique);
  }

  /** Engines before 23.0 do not know zstd. */
  @Test
  void aRuntimeWhoseLayersAreCompressedWithZstdRuns() throws IOException {
    byte[] busybox = Files.readAllBytes(Busybox.binary());
    byte[] shell = TestImages.tar(Map.of("bin/busybox", busybox, "bin/sh", busybox));
    byte[] mark = TestImages.tar(Map.of("mark", TestImages.text(unique + "\n")));
    runtime = DockerFixture.IMAGES.zstd("mirror.io/otters/runtime:1", shell, mark);

    assertThat(output("/bin/busybox cat /mark")).containsExactly(unique);
    assertThat(inspect().getImageId()).isNotBlank();
  }

  @Test
  void whatWeSaveTheEngineLoadsAndWhatItSavesWeLoad() throws IOException {
    String name = "host.io/intake-" + unique + ":2";
    Path file = temp.resolve("saved.tar");
    Descriptor plain = plainTool(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      new Archive(store).save(List.of(ImageReference.parse(name)), out, Progress.NONE);
    }

    try (DockerClient client = engine.client(Duration.ofMinutes(2));
        InputStream in = Files.newInputStream(file)) {
      client.loadImageAsyncCmd(in).exec(new LoadResponse()).await();
    }
    assertThat(engine.calls().inspectImageCmd(name).exec().getConfig().getLabels())
        .containsEntry("unique", unique);

    OciStore other = OciStore.open(temp.resolve("other"));
    try (InputStream in = engine.calls().saveImageCmd(name).exec()) {
      assertThat(new Archive(other).load(in, "docker save", Optional.empty(), Progress.NONE))
          .singleElement()
          .satisfies(loaded -> assertThat(loaded.reference()).hasToString(name));
    } finally {
      engine.calls().removeImageCmd(name).withForce(true).exec();
    }
    Descriptor back = other.require(ImageReference.parse(name));
    ImageManifest manifest = (ImageManifest) other.manifest(back.digest());
    assertThat(manifest.config().digest()).isEqualTo(config(plain));
    assertThat(other.fsck(List.of(), Progress.NONE).findings()).isEmpty();
  }

  private Descriptor plainTool(String name) {
    try (Ingest ingest = store.ingest()) {
      byte[] tar = Samples.tar(Samples.file("tool", unique + "\n"));
      Descriptor image =
          Samples.container(
              ingest, Platform.ofThisMachine(), Map.of("unique", unique), Map.of(), List.of(tar));
      ingest.tag(ImageReference.parse(name), image, Origin.BUILT);
      ingest.commit();
      return image;
    }
  }
}
