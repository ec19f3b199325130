package dev.otters.oci.archive;

import static dev.otters.oci.Samples.AMD64;
import static dev.otters.oci.Samples.ARM64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
  private static final ImageReference GUIDE = ImageReference.parse("guide:1");

  @TempDir private Path folder;
  private OciStore store;
  private Archive archive;

  @BeforeEach
  void openStore() {
    store = OciStore.open(folder.resolve("target"));
    archive = new Archive(store);
  }

  @Test
  void imagesSurviveTheWayThroughATar() throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    Descriptor guide = Samples.artifact(source, "guide:1", "a");
    Descriptor other = Samples.artifact(source, "host.io/other:2", "b");
    Path file = folder.resolve("images.tar");
    try (OutputStream out = Files.newOutputStream(file)) {
      new Archive(source)
          .save(List.of(GUIDE, ImageReference.parse("host.io/other:2")), out, Progress.NONE);
    }

    List<StoredImage> loaded = archive.load(file, Progress.NONE);

    assertThat(loaded)
        .extracting(image -> image.reference().toString())
        .containsExactly("guide:1", "host.io/other:2");
    assertThat(store.resolve(GUIDE)).contains(guide);
    assertThat(store.closure(other)).hasSize(3);
    assertThat(store.list())
        .allMatch(image -> image.origin().filter(Origin.LOADED::equals).isPresent());
  }

  @Test
  void anIndexMayLackPlatformsButNotAllOfThem() throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    try (Ingest ingest = source.ingest()) {
      Descriptor amd = Samples.container(ingest, AMD64, Map.of(), Map.of(), List.of());
      Descriptor arm =
          new Descriptor(MediaTypes.MANIFEST, Digest.of(new byte[1]), 1).withPlatform(ARM64);
      ingest.tag(
          GUIDE,
          Samples.index(ingest, List.of(amd.withPlatform(AMD64), arm), Map.of()),
          Origin.PULLED);
      ingest.tag(
          ImageReference.parse("none:1"),
          Samples.index(ingest, List.of(arm), Map.of()),
          Origin.PULLED);
      ingest.commit();
    }

    assertThat(archive.load(saved(source, "guide:1"), Progress.NONE))
        .extracting(StoredImage::reference)
        .containsExactly(GUIDE);
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> saved(source, "none:1"))
        .withMessageContaining("incomplete");
    Descriptor none = source.require(ImageReference.parse("none:1"));
    byte[] index = source.read(none, 100_000);
    String name = "\"org.opencontainers.image.ref.name\":\"x:1\"";
    assertRefused(
        layout(index(index, name).replace(MediaTypes.MANIFEST, MediaTypes.INDEX), index),
        Reason.INVALID_IMAGE,
        "incomplete");
  }

  @Test
  void tarsOfEnginesAreNamedByTheirFullName() throws IOException {
    byte[] manifest = manifest("x");
    Path file =
        layout(
            index(
                manifest,
                "\"io.containerd.image.name\":\"docker.io/library/x:1\","
                    + "\"org.opencontainers.image.ref.name\":\"1\""),
            manifest);

    assertThat(archive.load(file, Progress.NONE))
        .extracting(image -> image.reference().toString())
        .containsExactly("docker.io/library/x:1");
  }

  @Test
  void aHostileTarLeavesNothing() throws IOException {
    byte[] manifest = manifest("x");
    String name = "\"org.opencontainers.image.ref.name\":\"x:1\"";
    String digest = Digest.of(manifest).hex();
    assertRefused(
        tar(
            Samples.file("index.json", index(manifest, name)),
            Samples.file("blobs/sha256/" + digest, "other")),
        Reason.DIGEST_MISMATCH,
        "not");
    assertRefused(layout(index(manifest, name)), Reason.INVALID_IMAGE, "it lacks parts of");
    assertRefused(layout(index(manifest, ""), manifest), Reason.INVALID_IMAGE, "without a name");
    assertRefused(
        layout(index(manifest, name.replace("x:1", "../x")), manifest),
        Reason.INVALID_REFERENCE,
        "\"../x\"");
    assertRefused(tar(Samples.file("a", "b")), Reason.INVALID_IMAGE, "no index.json");
    assertRefused(tar(Samples.file("../a", "b")), Reason.INVALID_IMAGE, "hostile name");
    assertRefused(
        tar(
            Samples.symbolicLink("index.json", "/etc/passwd"),
            Samples.symbolicLink("blobs/sha256/" + digest, "/etc/passwd")),
        Reason.INVALID_IMAGE,
        "no index.json");
    assertRefused(folder.resolve("none.tar"), Reason.STORE, "none.tar");
  }

  private void assertRefused(Path file, Reason reason, String message) throws IOException {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> archive.load(file, Progress.NONE))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
    assertThat(store.resolve(ImageReference.parse("x:1"))).isEmpty();
    try (var staged = Files.list(store.folder().resolve("staging"))) {
      assertThat(staged).isEmpty();
    }
  }

  private Path saved(OciStore source, String reference) throws IOException {
    Path file = folder.resolve("saved.tar");
    try (OutputStream out = Files.newOutputStream(file)) {
      new Archive(source).save(List.of(ImageReference.parse(reference)), out, Progress.NONE);
    }
    return file;
  }

  /**
   * A manifest whose config is itself too small to matter: the manifest's own layer list is empty.
   */
  private static byte[] manifest(String config) {
    Descriptor blob = Descriptor.of(MediaTypes.OCTETS, config.getBytes(UTF_8));
    return """
    {"schemaVersion":2,"config":{"mediaType":"a/b","digest":"%s","size":1},"layers":[]}\
    """
        .formatted(blob.digest())
        .getBytes(UTF_8);
  }

  private static String index(byte[] manifest, String annotations) {
    return """
    {"schemaVersion":2,"manifests":[{"mediaType":"%s","digest":"%s","size":%d,
    "annotations":{%s}}]}\
    """
        .formatted(MediaTypes.MANIFEST, Digest.of(manifest), manifest.length, annotations);
  }

  private Path layout(String index, byte[]... blobs) throws IOException {
    Samples.Entry[] entries = new Samples.Entry[blobs.length + 2];
    entries[0] = Samples.file("index.json", index);
    entries[1] = Samples.file("blobs/sha256/" + Digest.of("x".getBytes(UTF_8)).hex(), "x");
    for (int i = 0; i < blobs.length; i++) {
      entries[i + 2] =
          Samples.file("blobs/sha256/" + Digest.of(blobs[i]).hex(), new String(blobs[i], UTF_8));
    }
    return tar(entries);
  }

  private Path tar(Samples.Entry... entries) throws IOException {
    return Files.write(folder.resolve("made.tar"), Samples.tar(entries));
  }
}
