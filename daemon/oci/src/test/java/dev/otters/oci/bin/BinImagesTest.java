package dev.otters.oci.bin;

import static dev.otters.oci.Samples.AMD64;
import static dev.otters.oci.Samples.ARM64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.BuiltImage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.Samples;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BinImagesTest extends BinTestCase {
  private static final ImageReference JQ = ImageReference.parse("tools/jq:1");

  @Test
  void aBuiltToolIsFoundForEachOfItsPlatforms() throws IOException {
    BuiltImage built = bins.build(jq("# jq\nFilters JSON."), Progress.NONE);

    BinImage bin = bins.inspect(JQ, ARM64);

    assertThat(built.references()).containsExactly(JQ);
    assertThat(bin.digest()).isEqualTo(built.digest());
    assertThat(bin.binary()).isEqualTo("/jq");
    assertThat(bin.description()).isEqualTo("Filters JSON");
    assertThat(bin.usage()).isEqualTo("# jq\nFilters JSON.");
    assertThat(bins.inspect(built.digest(), AMD64).manifest()).isNotEqualTo(bin.manifest());
    assertThat(bins.list()).hasSize(1);
  }

  @Test
  void theSameToolBuildsTheSameImage() throws IOException {
    assertThat(bins.build(jq("u"), Progress.NONE).digest())
        .isEqualTo(bins.build(jq("u"), Progress.NONE).digest());
  }

  @Test
  void anyEngineCanReadTheImageOfAPlatform() throws IOException {
    bins.build(jq("u"), Progress.NONE);
    BinImage bin = bins.inspect(JQ, AMD64);

    ImageManifest manifest = (ImageManifest) store.manifest(bin.manifest());
    ImageConfig config = ImageConfig.read(store.read(manifest.config(), 10_000), "jq");

    assertThat(manifest.layers())
        .singleElement()
        .extracting(Descriptor::mediaType)
        .isEqualTo(MediaTypes.TAR_GZIP);
    assertThat(config.diffIds()).hasSize(1);
    assertThat(config.entrypoint()).containsExactly("/jq");
    assertThat(config.labels())
        .containsEntry("io.openotters.bin.name", "jq")
        .containsEntry("io.openotters.bin.path", "/")
        .containsEntry("io.openotters.bin.usage", "/USAGE.md")
        .containsEntry("org.opencontainers.image.licenses", "MIT")
        .isEqualTo(manifest.annotations());
    assertThat(((ImageIndex) store.manifest(bin.digest())).annotations())
        .isEqualTo(manifest.annotations());
  }

  @Test
  void aTimeIsWrittenOnlyWhenItIsGiven() throws IOException {
    BinBuild plain = jq("");
    BinBuild timed =
        new BinBuild(
            "jq", "", plain.binaries(), "", List.of(), Map.of(), Optional.of(Instant.EPOCH));

    assertThat(annotations(bins.build(plain, Progress.NONE)))
        .doesNotContainKeys("org.opencontainers.image.created", "io.openotters.bin.usage");
    assertThat(annotations(bins.build(timed, Progress.NONE)))
        .containsEntry("org.opencontainers.image.created", "1970-01-01T00:00:00Z");
    assertThat(store.resolve(ImageReference.parse("jq:latest"))).isPresent();
  }

  @Test
  void aMissingPlatformIsRefusedWithTheList() throws IOException {
    bins.build(jq(""), Progress.NONE);

    assertFails(
        Reason.PLATFORM,
        "tools/jq:1 has no image for linux/riscv64; it has linux/amd64, linux/arm64",
        () -> bins.inspect(JQ, Platform.parse("linux/riscv64")));
  }

  @Test
  void everythingWrongWithABuildIsSaidAtOnce() {
    BinBuild build =
        new BinBuild(
            "../jq",
            "",
            Map.of(AMD64, folder, ARM64, folder.resolve("none")),
            "ü".repeat(150_000),
            List.of(),
            Map.of(),
            Optional.empty());

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> bins.build(build, Progress.NONE))
        .withMessageContainingAll("\"../jq\"", "linux/amd64", "linux/arm64", "256 KiB")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.BUILD_INPUT));
    assertThat(store.list()).isEmpty();
  }

  @Test
  void anOrdinaryImageWithLabelsIsATool() {
    byte[] base =
        Samples.tar(
            Samples.file("usr/bin/busybox", "elf"),
            Samples.file("old", "x"),
            Samples.symbolicLink("bin", "usr/bin"),
            Samples.symbolicLink("usr/bin/sh", "busybox"));
    byte[] top = Samples.tar(Samples.file("share/doc.md", "usage!"), Samples.file(".wh.old", ""));
    tag(
        Map.of(
            "io.openotters.bin.name", "sh",
            "io.openotters.bin.path", "/bin/",
            "io.openotters.bin.usage", "/share/doc.md",
            "io.openotters.bin.description", "A shell"),
        Map.of(),
        base,
        top);

    BinImage bin = bins.inspect(JQ, AMD64);

    assertThat(bin.binary()).isEqualTo("/bin/sh");
    assertThat(bin.usage()).isEqualTo("usage!");
    assertThat(bin.description()).isEqualTo("A shell");
    assertThat(bin.digest()).isEqualTo(bin.manifest());
    assertThat(bins.list()).hasSize(1);
    assertFails(Reason.PLATFORM, "it has linux/amd64", () -> bins.inspect(JQ, ARM64));
  }

  @Test
  void aToolAndItsUsageAreFoundInLayersThatAreCompressedWithZstd() {
    byte[] base = Samples.tar(Samples.file("bin/jq", "elf".repeat(10_000)));
    byte[] top = Samples.tar(Samples.file("USAGE.md", "usage!"));
    try (Ingest ingest = store.ingest()) {
      Map<String, String> labels =
          Map.of("io.openotters.bin.name", "jq", "io.openotters.bin.path", "/bin");
      Descriptor image = Samples.zstdContainer(ingest, AMD64, labels, Map.of(), List.of(base, top));
      ingest.tag(JQ, image, Origin.PULLED);
      ingest.commit();
    }
    BinImage bin = bins.inspect(JQ, AMD64);
    assertThat(bin.binary()).isEqualTo("/bin/jq");
    assertThat(bin.usage()).isEqualTo("usage!");
  }

  @Test
  void olderAnnotationsAndRawUsageLayersAreRead() {
    try (Ingest ingest = store.ingest()) {
      Descriptor plain =
          Samples.container(
              ingest, AMD64, Map.of(), Map.of(), List.of(Samples.tar(Samples.file("jq", "elf"))));
      ImageManifest manifest = (ImageManifest) ingest.manifest(plain);
      Descriptor usage =
          ingest
              .put("text/markdown", "raw".getBytes(UTF_8))
              .withAnnotations(Map.of("org.opencontainers.image.title", "/USAGE.md"));
      Descriptor child =
          Samples.manifest(
              ingest,
              manifest.config(),
              List.of(manifest.layers().getFirst(), usage),
              Map.of("vnd.openotters.bin.name", "jq", "vnd.openotters.bin.description", "Old jq"));
      Descriptor root = Samples.index(ingest, List.of(child.withPlatform(AMD64)), Map.of());
      ingest.tag(JQ, root, Origin.PULLED);
      ingest.commit();
    }

    BinImage bin = bins.inspect(JQ, AMD64);

    assertThat(bin.name()).isEqualTo("jq");
    assertThat(bin.usage()).isEqualTo("raw");
    assertThat(bin.description()).isEqualTo("Old jq");
  }

  @Test
  void theOldestToolsWhoseProgramIsALayerItselfAreRefusedWithTheReason() {
    try (Ingest ingest = store.ingest()) {
      Descriptor program =
          ingest
              .put(MediaTypes.OCTETS, "elf".getBytes(UTF_8))
              .withAnnotations(Map.of("org.opencontainers.image.title", "jq"));
      Descriptor child =
          Samples.manifest(
              ingest,
              ingest.put(MediaTypes.IMAGE_CONFIG, "{}".getBytes(UTF_8)),
              List.of(program),
              Map.of("vnd.openotters.bin.name", "jq"));
      Descriptor root = Samples.index(ingest, List.of(child.withPlatform(AMD64)), Map.of());
      ingest.tag(JQ, root, Origin.PULLED);
      ingest.commit();
    }

    assertRefused("its program is a layer itself");
  }

  @Test
  void whatIsNoToolIsRefusedWithTheReason() {
    byte[] jq = Samples.tar(Samples.file("jq", "elf"));
    String name = "io.openotters.bin.name";
    tag(Map.of(), Map.of(), jq);
    assertRefused("has no annotation io.openotters.bin.name");
    tag(Map.of(), Map.of(name, "yq"), jq);
    assertRefused("has no file \"/yq\"");
    tag(Map.of(), Map.of(name, "../jq"), jq);
    assertRefused("names its tool \"../jq\"");
    tag(Map.of(), Map.of(name, "jq", "io.openotters.bin.path", "/a/../.."), jq);
    assertRefused("invalid io.openotters.bin.path");
    tag(Map.of(), Map.of(name, "jq", "io.openotters.bin.usage", "../../etc/passwd"), jq);
    assertRefused("invalid io.openotters.bin.usage");
    tag(Map.of(), Map.of(name, "jq"), Samples.tar(Samples.file("../jq", "elf")));
    assertRefused("hostile name");
    tag(Map.of(), Map.of(name, "jq"), Samples.tar(Samples.symbolicLink("jq", "/etc/passwd")));
    assertRefused("has no file \"/jq\"");
    tag(Map.of(), Map.of(name, "jq"), jq, Samples.tar(Samples.file(".wh.jq", "")));
    assertRefused("has no file \"/jq\"");
  }

  @Test
  void aNameOfManyMegabytesIsRefusedInAShortLine() {
    Map<String, String> huge = Map.of("io.openotters.bin.name", "x".repeat(10 << 20));
    tag(huge, Map.of(), Samples.tar(Samples.file("jq", "elf")));
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> bins.inspect(JQ, AMD64))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
  }

  @Test
  void aPlatformThatTheConfigDeniesIsRefused() {
    try (Ingest ingest = store.ingest()) {
      Descriptor child =
          Samples.container(
              ingest, ARM64, Map.of(), Map.of(), List.of(Samples.tar(Samples.file("jq", "elf"))));
      Descriptor root =
          Samples.index(
              ingest, List.of(child.withPlatform(AMD64)), Map.of("io.openotters.bin.name", "jq"));
      ingest.tag(JQ, root, Origin.PULLED);
      ingest.commit();
    }

    assertRefused("says linux/amd64, but its config says linux/arm64");
  }

  private void assertRefused(String message) {
    assertFails(Reason.INVALID_IMAGE, message, () -> bins.inspect(JQ, AMD64));
  }

  private static void assertFails(Reason reason, String message, Runnable call) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call::run)
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason))
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
  }

  private Map<String, String> annotations(BuiltImage built) {
    return store.manifest(built.digest()).annotations();
  }

  private void tag(Map<String, String> labels, Map<String, String> annotations, byte[]... tars) {
    try (Ingest ingest = store.ingest()) {
      ingest.tag(
          JQ, Samples.container(ingest, AMD64, labels, annotations, List.of(tars)), Origin.PULLED);
      ingest.commit();
    }
  }

  private BinBuild jq(String usage) throws IOException {
    Path amd = Files.writeString(folder.resolve("jq-amd64"), "amd");
    Path arm = Files.writeString(folder.resolve("jq-arm64"), "arm");
    Map<Platform, Path> binaries = new LinkedHashMap<>();
    binaries.put(AMD64, amd);
    binaries.put(ARM64, arm);
    return new BinBuild(
        "jq",
        "Filters JSON",
        binaries,
        usage,
        List.of(JQ),
        Map.of("org.opencontainers.image.licenses", "MIT"),
        Optional.empty());
  }
}
