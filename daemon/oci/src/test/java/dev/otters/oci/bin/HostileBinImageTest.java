package dev.otters.oci.bin;

import static dev.otters.oci.Samples.AMD64;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Samples;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.Origin;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HostileBinImageTest extends BinTestCase {
  private static final ImageReference JQ = ImageReference.parse("host.io/jq:1");
  private static final Map<String, String> NAMED = Map.of("io.openotters.bin.name", "jq");

  @Test
  void aLayerThatIsNoTarIsRefused() {
    byte[] tar = Samples.tar(Samples.file("jq", "elf".repeat(1000)));
    layer(Arrays.copyOf(Samples.gzip(tar), 30));
    assertRefused("is damaged");
    layer(Arrays.copyOf(tar, 700));
    assertRefused("is damaged");
    layer("<html>".getBytes(UTF_8));
    assertRefused("host.io/jq:1 is not a BIN image");
    layer(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});
    assertRefused("is damaged");
  }

  @Test
  void aUsageTextIsTextOfABoundedSize() {
    layer(Samples.tar(Samples.file("jq", "elf"), Samples.file("USAGE.md", "x".repeat(300 << 10))));
    assertRefused("larger than 262144 bytes");
    layer(latin1Usage());
    assertRefused("not UTF-8");
  }

  @Test
  void aUsageTextThatIsALinkOutOfTheImageIsNone() {
    layer(
        Samples.tar(
            Samples.file("jq", "elf"), Samples.symbolicLink("USAGE.md", "../../etc/passwd")));

    assertThat(bins.inspect(JQ, AMD64).usage()).isEmpty();
  }

  @Test
  void aConfigThatIsNoContainerConfigIsRefused() {
    try (Ingest ingest = store.ingest()) {
      Descriptor config = ingest.put(MediaTypes.IMAGE_CONFIG, "{}".getBytes(UTF_8));
      ingest.tag(JQ, Samples.manifest(ingest, config, List.of(), NAMED), Origin.PULLED);
      ingest.commit();
    }

    assertRefused("config of host.io/jq:1: field \"rootfs\" is missing");
    assertThat(bins.list()).hasSize(1);
  }

  @Test
  void anIndexInAnIndexIsNoImageOfAPlatform() {
    try (Ingest ingest = store.ingest()) {
      Descriptor inner = Samples.index(ingest, List.of(), Map.of());
      Descriptor lying =
          new Descriptor(MediaTypes.MANIFEST, inner.digest(), inner.size()).withPlatform(AMD64);
      ingest.tag(JQ, Samples.index(ingest, List.of(lying), NAMED), Origin.PULLED);
      ingest.commit();
    }

    assertRefused("lists an index where the image for linux/amd64 should be");
  }

  @Test
  void agentImagesAndOtherArtifactsAreNoTools() {
    Samples.artifact(store, "host.io/jq:1", "a");

    assertThat(bins.list()).isEmpty();
    assertRefused("config of host.io/jq:1");
  }

  @Test
  void damagedLayersGiveOneClearErrorOrATool() {
    Random random = new Random(23);
    byte[] tar =
        Samples.tar(Samples.file("jq", "elf"), Samples.hardLink("b", "jq"), Samples.folder("c"));
    for (int i = 0; i < 60; i++) {
      byte[] damaged = tar.clone();
      for (int j = random.nextInt(5); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      }
      layer(damaged);
      try {
        assertThat(bins.inspect(JQ, AMD64).binary()).isEqualTo("/jq");
      } catch (OciException e) {
        assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE);
      }
    }
  }

  private static byte[] latin1Usage() {
    byte[] tar = Samples.tar(Samples.file("jq", "elf"), Samples.file("USAGE.md", "MARK"));
    int at = new String(tar, ISO_8859_1).indexOf("MARK");
    tar[at] = (byte) 0xe4;
    return tar;
  }

  private void assertRefused(String message) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> bins.inspect(JQ, AMD64))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_IMAGE))
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
  }

  private void layer(byte[] bytes) {
    try (Ingest ingest = store.ingest()) {
      byte[] config =
          JsonText.compact(
              Map.of(
                  "os", "linux",
                  "architecture", "amd64",
                  "rootfs", Map.of("type", "layers", "diff_ids", List.of())));
      Descriptor root =
          Samples.manifest(
              ingest,
              ingest.put(MediaTypes.IMAGE_CONFIG, config),
              List.of(ingest.put(MediaTypes.TAR_GZIP, bytes)),
              NAMED);
      ingest.tag(JQ, root, Origin.PULLED);
      ingest.commit();
    }
  }
}
