package dev.otters.oci.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.Samples;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.ImageManifest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;

/** Files as {@code docker save} writes them: before 25 by layer id, since then with blobs. */
class DockerArchiveTest extends ArchiveTestCase {
  private static final byte[] TOOL = Samples.tar(Samples.file("bin/jq", "elf"));
  private static final byte[] MORE = Samples.tar(Samples.file("more", "text"));
  private static final String A = "a".repeat(64);
  private static final String B = "b".repeat(64);

  private static final class File {
    private final String name;
    private final byte[] content;
    private final String link;

    File(String name, byte[] content, String link) {
      this.name = name;
      this.content = content;
      this.link = link;
    }

    File(String name, byte[] content) {
      this(name, content, "");
    }
  }

  @Test
  void theOldFormIsRead() throws IOException {
    byte[] config = config(TOOL, MORE);
    List<File> files = new ArrayList<>();
    files.add(new File(A + "/VERSION", "1.0".getBytes(UTF_8)));
    files.add(new File(A + "/json", "{}".getBytes(UTF_8)));
    files.add(new File(A + "/layer.tar", TOOL));
    files.add(new File(B + "/layer.tar", MORE));
    files.add(new File("repositories", "{}".getBytes(UTF_8)));
    files.add(new File("config.json", config));
    files.add(list("config.json", "\"jq:1\",\"host.io/jq:2\"", A + "/layer.tar", B + "/layer.tar"));

    assertThat(load(tar(files), Optional.empty())).containsExactly("jq:1", "host.io/jq:2");

    ImageManifest image = image("jq:1");
    assertThat(image.config().digest()).isEqualTo(Digest.of(config));
    assertThat(image.layers())
        .containsExactly(Descriptor.of(MediaTypes.TAR, TOOL), Descriptor.of(MediaTypes.TAR, MORE));
    BinImage bin =
        new BinImages(store).inspect(ImageReference.parse("jq:1"), Platform.ofThisMachine());
    assertThat(bin.binary()).isEqualTo("/bin/jq");
    assertThat(store.closure(store.require(ImageReference.parse("jq:1")))).hasSize(4);
    assertThat(store.contains(Digest.of("{}".getBytes(UTF_8)))).isFalse();
  }

  @Test
  void layersThatTwoImagesShareAreLinks() throws IOException {
    List<File> files = new ArrayList<>();
    files.add(new File(A + "/layer.tar", TOOL));
    files.add(new File(B + "/layer.tar", new byte[0], "../" + A + "/layer.tar"));
    files.add(new File("c.json", config(TOOL, TOOL)));
    files.add(list("c.json", "\"jq:1\"", A + "/layer.tar", B + "/layer.tar"));

    assertThat(load(tar(files), Optional.empty())).containsExactly("jq:1");

    assertThat(image("jq:1").layers()).hasSize(2).allMatch(l -> l.size() == TOOL.length);
  }

  @Test
  void theNewFormIsRead() throws IOException {
    byte[] config = config(TOOL);
    List<File> files = new ArrayList<>();
    files.add(new File("blobs/sha256/" + Digest.of(TOOL).hex(), TOOL));
    files.add(new File("blobs/sha256/" + Digest.of(config).hex(), config));
    files.add(
        list(
            "blobs/sha256/" + Digest.of(config).hex(),
            "\"jq:1\"",
            "blobs/sha256/" + Digest.of(TOOL).hex()));

    assertThat(load(tar(files), Optional.empty())).containsExactly("jq:1");
    assertThat(image("jq:1").layers()).containsExactly(Descriptor.of(MediaTypes.TAR, TOOL));
  }

  @Test
  void compressedLayersStayAsTheyAre() throws IOException {
    staysAsItIs(MediaTypes.TAR_GZIP, Samples.gzip(TOOL));
    staysAsItIs(MediaTypes.TAR_ZSTD, Zstd.compress(TOOL));
  }

  private void staysAsItIs(String type, byte[] packed) throws IOException {
    List<File> files = new ArrayList<>();
    files.add(new File("l.tar", packed));
    files.add(new File("sha256:c", config(TOOL)));
    files.add(list("sha256:c", "\"jq:1\"", "l.tar"));

    assertThat(load(tar(files), Optional.empty())).containsExactly("jq:1");

    assertThat(image("jq:1").layers()).containsExactly(Descriptor.of(type, packed));
  }

  @Test
  void aLayerThatTheConfigDoesNotMeanIsRefused() throws IOException {
    for (byte[] wrong : List.of(MORE, Samples.gzip(MORE), new byte[0])) {
      List<File> files = new ArrayList<>();
      files.add(new File("l.tar", wrong));
      files.add(new File("c", config(TOOL)));
      files.add(list("c", "\"jq:1\"", "l.tar"));

      assertRefused(
          () -> load(tar(files), Optional.empty()),
          Reason.DIGEST_MISMATCH,
          "but its config has the layer " + Digest.of(TOOL));
    }
  }

  @Test
  void listsThatDoNotFitAreRefused() throws IOException {
    File config = new File("c", config(TOOL));
    File layer = new File("l", TOOL);
    refused(
        Reason.INVALID_IMAGE,
        "does not list the layers of its config: 0 instead of 1",
        config,
        list("c", "\"a:1\""));
    refused(Reason.INVALID_IMAGE, "lacks its file \"l\"", config, list("c", "\"a:1\"", "l"));
    refused(Reason.INVALID_IMAGE, "lacks its file \"../c\"", config, list("../c", "\"a:1\"", "l"));
    refused(Reason.INVALID_IMAGE, "without a name", config, layer, list("c", "", "l"));
    refused(Reason.INVALID_REFERENCE, "A B", config, layer, list("c", "\"A B\"", "l"));
    refused(Reason.INVALID_IMAGE, "config of it", layer, list("l", "\"a:1\"", "l"));
    refused(Reason.INVALID_IMAGE, "JSON list", new File("manifest.json", "{}".getBytes(UTF_8)));
    refused(Reason.INVALID_IMAGE, "no image", new File("manifest.json", "[]".getBytes(UTF_8)));
    refused(
        Reason.INVALID_IMAGE, "older than 1.10", new File("repositories", "{}".getBytes(UTF_8)));
  }

  private void refused(Reason reason, String message, File... files) throws IOException {
    assertRefused(() -> load(tar(List.of(files)), Optional.empty()), reason, message);
  }

  private ImageManifest image(String name) {
    Digest digest = store.require(ImageReference.parse(name)).digest();
    assertThat(store.manifest(digest)).isInstanceOf(ImageManifest.class);
    return (ImageManifest) store.manifest(digest);
  }

  private static File list(String config, String names, String... layers) {
    String quoted = layers.length == 0 ? "" : "\"" + String.join("\",\"", layers) + "\"";
    String json =
        "[{\"Config\":\"%s\",\"RepoTags\":[%s],\"Layers\":[%s]}]".formatted(config, names, quoted);
    return new File("manifest.json", json.getBytes(UTF_8));
  }

  private static byte[] config(byte[]... layers) {
    List<String> ids = new ArrayList<>();
    for (byte[] layer : layers) {
      ids.add("\"" + Digest.of(layer) + "\"");
    }
    Platform here = Platform.ofThisMachine();
    return """
    {"os":"%s","architecture":"%s","config":{"Labels":{"io.openotters.bin.name":"jq",
    "io.openotters.bin.path":"/bin"}},"rootfs":{"type":"layers","diff_ids":[%s]}}\
    """
        .formatted(here.os(), here.architecture(), String.join(",", ids))
        .getBytes(UTF_8);
  }

  private static byte[] tar(List<File> files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      for (File file : files) {
        byte type = (byte) (file.link.isEmpty() ? '0' : '2');
        TarArchiveEntry entry = new TarArchiveEntry(file.name, type);
        entry.setLinkName(file.link);
        entry.setSize(file.content.length);
        tar.putArchiveEntry(entry);
        tar.write(file.content);
        tar.closeArchiveEntry();
      }
    }
    return out.toByteArray();
  }
}
