package dev.otters.oci.archive;

import static dev.otters.oci.Samples.AMD64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineArchiveTest {
  private static final String TAG = "otters.local/bin:jq";

  @TempDir private Path folder;
  private OciStore store;
  private EngineArchive archive;
  private Descriptor image;

  @BeforeEach
  void storeAnImageWithARawLayer() {
    store = OciStore.open(folder);
    archive = new EngineArchive(store, true);
    try (Ingest ingest = store.ingest()) {
      byte[] tar = Samples.tar(Samples.file("jq", "elf"));
      Descriptor plain = Samples.container(ingest, AMD64, Map.of(), Map.of(), List.of(tar, tar));
      ImageManifest manifest = (ImageManifest) ingest.manifest(plain);
      Descriptor usage = ingest.put("text/markdown", "usage".getBytes(UTF_8));
      image =
          Samples.manifest(
              ingest,
              manifest.config(),
              List.of(manifest.layers().get(0), usage, manifest.layers().get(1)),
              Map.of("a", "b"));
      ingest.tag(ImageReference.parse("jq:1"), image, Origin.BUILT);
      Descriptor index = Samples.index(ingest, List.of(image.withPlatform(AMD64)), Map.of());
      ingest.tag(ImageReference.parse("index:1"), index, Origin.BUILT);
      ingest.commit();
    }
  }

  @Test
  void enginesWithTheirOwnStoreFindConfigAndTarLayers() throws IOException {
    Map<String, byte[]> files = written();
    byte[] list = files.getOrDefault("manifest.json", new byte[0]);
    String json = new String(list, UTF_8);
    JsonView entry =
        JsonView.parse(
            json.substring(1, json.length() - 1).getBytes(UTF_8), "it", Reason.INVALID_IMAGE);

    assertThat(entry.texts("RepoTags")).containsExactly(TAG);
    assertThat(entry.texts("Layers")).hasSize(2).allSatisfy(l -> assertThat(files).containsKey(l));
    assertThat(files).containsKey(entry.text("Config"));
    assertThat(entry.text("Config")).endsWith(archive.describe(image.digest(), TAG).config().hex());
  }

  @Test
  void enginesWithContainerdFindALayoutOfTheSameImage() throws IOException {
    Map<String, byte[]> files = written();
    ImageIndex index = (ImageIndex) ManifestCodec.read(file(files, "index.json"), "it");
    Descriptor entry = index.manifests().getFirst();
    byte[] manifest = file(files, "blobs/sha256/" + entry.digest().hex());

    assertThat(files).containsKey("oci-layout");
    assertThat(entry.annotations())
        .containsEntry("io.containerd.image.name", TAG)
        .containsEntry("org.opencontainers.image.ref.name", "jq");
    assertThat(entry.digest()).isEqualTo(Digest.of(manifest));
    assertThat(entry.digest()).isEqualTo(archive.describe(image.digest(), TAG).manifest());
    assertThat(((ImageManifest) ManifestCodec.read(manifest, "it")).layers()).hasSize(2);
    assertThat(files.keySet())
        .noneMatch(name -> name.endsWith(Digest.of("usage".getBytes(UTF_8)).hex()));
  }

  @Test
  void whatNoEngineCanRunIsRefused() {
    Descriptor artifact = Samples.artifact(store, "text:1", "a");
    Digest index = store.require(ImageReference.parse("index:1")).digest();

    assertFails(Reason.INVALID_IMAGE, artifact.digest());
    assertFails(Reason.INVALID_IMAGE, index);
    assertFails(Reason.NOT_FOUND, Digest.of(new byte[1]));
  }

  private void assertFails(Reason reason, Digest digest) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> archive.describe(digest, TAG))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private static byte[] file(Map<String, byte[]> files, String name) {
    return files.getOrDefault(name, new byte[0]);
  }

  private Map<String, byte[]> written() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    archive.write(image.digest(), TAG, out, Progress.NONE);
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (TarReader tar =
        TarReader.open(
            new ByteArrayInputStream(out.toByteArray()), "archive", TarBudget.forImage())) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        files.put(next.get().name(), tar.read(1_000_000));
      }
    }
    return files;
  }

  @Test
  void anEngineThatDoesNotKnowZstdGetsTheTarsThatTheConfigMeans() throws IOException {
    byte[] tar = Samples.tar(Samples.file("jq", "elf".repeat(100_000)));
    try (Ingest ingest = store.ingest()) {
      image = Samples.zstdContainer(ingest, AMD64, Map.of(), Map.of(), List.of(tar, tar));
      ingest.tag(ImageReference.parse("zstd:1"), image, Origin.BUILT);
      ingest.commit();
    }
    archive = new EngineArchive(store, false);
    String plain = "blobs/sha256/" + Digest.of(tar).hex();

    Map<String, byte[]> files = written();

    assertThat(new String(file(files, "manifest.json"), UTF_8))
        .contains("[\"" + plain + "\",\"" + plain + "\"]");
    assertThat(file(files, plain)).isEqualTo(tar);
    assertThat(files.keySet()).filteredOn(name -> name.startsWith("blobs/sha256/")).hasSize(3);
    archive = new EngineArchive(store, true);
    assertThat(written()).doesNotContainKey(plain);
  }
}
