package dev.otters.oci.archive;

import static dev.otters.oci.Samples.AMD64;
import static dev.otters.oci.Samples.ARM64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.StoredImage;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchiveTest extends ArchiveTestCase {
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
    assertRefused(() -> saved(source, "none:1"), Reason.INVALID_IMAGE, "incomplete");
    Descriptor none = source.require(ImageReference.parse("none:1"));
    byte[] index = source.read(none, 100_000);
    assertRefused(
        layout(index(index, NAMED_X).replace(MediaTypes.MANIFEST, MediaTypes.INDEX), index),
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
  void theSameImagesGiveTheSameBytes() throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    Samples.artifact(source, "guide:1", "a");

    byte[] first = Files.readAllBytes(saved(source, "guide:1"));

    source.tag(GUIDE, source.require(GUIDE), Origin.TAGGED);
    assertThat(Files.readAllBytes(saved(source, "guide:1"))).isEqualTo(first);
    OciStore again = OciStore.open(folder.resolve("again"));
    Samples.artifact(again, "guide:1", "a");
    assertThat(Files.readAllBytes(saved(again, "guide:1"))).isEqualTo(first);
  }

  @Test
  void aGzippedTarIsRead() throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    Samples.artifact(source, "guide:1", "a");
    byte[] tar = Files.readAllBytes(saved(source, "guide:1"));

    assertThat(load(Samples.gzip(tar), Optional.empty())).containsExactly("guide:1");
  }

  @Test
  void oneImageCanBeCalledAsOneLikes() throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    Samples.artifact(source, "guide:1", "a");
    Samples.artifact(source, "other:1", "b");
    byte[] one = Files.readAllBytes(saved(source, "guide:1"));
    byte[] two = Files.readAllBytes(saved(source, "guide:1", "other:1"));
    Optional<ImageReference> mine = Optional.of(ImageReference.parse("mine:2"));

    assertThat(load(one, mine)).containsExactly("mine:2");
    assertThat(store.list()).hasSize(1);
    assertRefused(() -> load(two, mine), Reason.INVALID_IMAGE, "holds 2 images");
  }

  @Test
  void whatTheStoreLacksOrHasDamagedIsNotSaved() throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    Samples.artifact(source, "guide:1", "a");
    Path layer = source.path(Digest.of("a".getBytes(UTF_8)));
    Files.writeString(layer, "b");
    assertRefused(() -> saved(source, "guide:1"), Reason.DIGEST_MISMATCH, "is damaged");
    Files.delete(layer);
    assertRefused(() -> saved(source, "guide:1"), Reason.INVALID_IMAGE, "incomplete");
    assertRefused(() -> saved(source, "other:1"), Reason.NOT_FOUND, "other:1");
  }

  @Test
  void onlyWhatTheImagesNeedIsKept() throws IOException {
    byte[] manifest = manifest("x");
    Path file = layout(index(manifest, NAMED_X), manifest, "needed by nobody".getBytes(UTF_8));

    assertThat(archive.load(file, Progress.NONE)).hasSize(1);

    assertThat(store.collect(Set.of()).blobs()).isZero();
    assertThat(store.contains(Digest.of(manifest))).isTrue();
    assertThat(store.contains(Digest.of("needed by nobody".getBytes(UTF_8)))).isFalse();
  }

  @Test
  void toolsAreSavedSoThatDockerLoadsThemToo() throws IOException {
    OciStore source = OciStore.open(folder.resolve("source"));
    try (Ingest ingest = source.ingest()) {
      byte[] tar = Samples.tar(Samples.file("jq", "elf"));
      Descriptor here =
          Samples.container(ingest, Platform.ofThisMachine(), Map.of(), Map.of(), List.of(tar));
      Descriptor index =
          Samples.index(ingest, List.of(here.withPlatform(Platform.ofThisMachine())), Map.of());
      ingest.tag(ImageReference.parse("jq:1"), index, Origin.BUILT);
      ingest.tag(ImageReference.parse("host.io/jq:2"), index, Origin.BUILT);
      ingest.commit();
    }
    Samples.artifact(source, "guide:1", "a");

    Map<String, byte[]> files = files(saved(source, "guide:1", "jq:1", "host.io/jq:2"));

    JsonView entry = docker(files).getFirst();
    assertThat(docker(files)).hasSize(1);
    assertThat(entry.texts("RepoTags")).containsExactly("jq:1", "host.io/jq:2");
    assertThat(entry.texts("Layers")).hasSize(1).allMatch(files::containsKey);
    assertThat(files).containsKey(entry.text("Config"));
    assertThat(new String(files.getOrDefault("index.json", new byte[0]), UTF_8))
        .contains("\"io.containerd.image.name\":\"docker.io/library/jq:1\"")
        .contains("\"io.containerd.image.name\":\"host.io/jq:2\"")
        .doesNotContain("library/guide");
  }

  private static List<JsonView> docker(Map<String, byte[]> files) {
    byte[] list = files.getOrDefault("manifest.json", new byte[0]);
    return JsonView.parseList(list, "manifest.json", Reason.INVALID_IMAGE);
  }

  private static Map<String, byte[]> files(Path file) throws IOException {
    Map<String, byte[]> files = new HashMap<>();
    try (TarReader tar =
        TarReader.open(Files.newInputStream(file), "archive", TarBudget.forImage())) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        files.put(next.get().name(), tar.read(100_000));
      }
    }
    return files;
  }

  private Path saved(OciStore source, String... references) throws IOException {
    Path file = folder.resolve("saved.tar");
    try (OutputStream out = Files.newOutputStream(file)) {
      List<ImageReference> images = Stream.of(references).map(ImageReference::parse).toList();
      new Archive(source).save(images, out, Progress.NONE);
    }
    return file;
  }
}
