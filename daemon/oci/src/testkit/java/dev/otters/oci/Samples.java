package dev.otters.oci;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Small images and tars, good and bad, for tests. */
public final class Samples {
  public static final Platform AMD64 = Platform.parse("linux/amd64");
  public static final Platform ARM64 = Platform.parse("linux/arm64");

  private Samples() {}

  /** Stores an artifact whose only layer is {@code text}, and tags it. */
  public static Descriptor artifact(OciStore store, String reference, String text) {
    try (Ingest ingest = store.ingest()) {
      Descriptor config = ingest.put(MediaTypes.OCTETS, "{}".getBytes(UTF_8));
      Descriptor layer = ingest.put(MediaTypes.OCTETS, text.getBytes(UTF_8));
      Descriptor root = manifest(ingest, config, List.of(layer), Map.of());
      ingest.tag(ImageReference.parse(reference), root, Origin.BUILT);
      ingest.commit();
      return root;
    }
  }

  /** Puts a container image whose layers are these tars. */
  public static Descriptor container(
      Ingest ingest,
      Platform platform,
      Map<String, String> labels,
      Map<String, String> annotations,
      List<byte[]> tars) {
    return container(
        ingest,
        platform,
        labels,
        annotations,
        tars,
        tar -> ingest.put(MediaTypes.TAR_GZIP, gzip(tar)));
  }

  /** Puts a container image whose layers are these tars, compressed with zstd. */
  public static Descriptor zstdContainer(
      Ingest ingest,
      Platform platform,
      Map<String, String> labels,
      Map<String, String> annotations,
      List<byte[]> tars) {
    Function<byte[], Descriptor> layer = tar -> ingest.put(MediaTypes.TAR_ZSTD, Zstd.compress(tar));
    return container(ingest, platform, labels, annotations, tars, layer);
  }

  private static Descriptor container(
      Ingest ingest,
      Platform platform,
      Map<String, String> labels,
      Map<String, String> annotations,
      List<byte[]> tars,
      Function<byte[], Descriptor> layer) {
    List<Descriptor> layers = tars.stream().map(layer).toList();
    List<String> diffIds = tars.stream().map(tar -> Digest.of(tar).toString()).toList();
    byte[] config =
        JsonText.compact(
            Map.of(
                "os", platform.os(),
                "architecture", platform.architecture(),
                "config", Map.of("Labels", labels),
                "rootfs", Map.of("type", "layers", "diff_ids", diffIds)));
    return manifest(ingest, ingest.put(MediaTypes.IMAGE_CONFIG, config), layers, annotations);
  }

  public static Descriptor manifest(
      Ingest ingest, Descriptor config, List<Descriptor> layers, Map<String, String> annotations) {
    ImageManifest manifest =
        new ImageManifest(MediaTypes.MANIFEST, Optional.empty(), config, layers, annotations);
    return ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest));
  }

  public static Descriptor index(
      Ingest ingest, List<Descriptor> children, Map<String, String> annotations) {
    ImageIndex index =
        new ImageIndex(MediaTypes.INDEX, Optional.of(MediaTypes.BIN), children, annotations);
    return ingest.put(MediaTypes.INDEX, ManifestCodec.write(index));
  }

  /**
   * Returns the beginning of an ELF program of 64 bit.
   *
   * @param machine the number of its processor
   * @param loader what loads it; empty for a static one
   */
  public static byte[] program(int machine, String loader) {
    int header = 64;
    int entry = 56;
    byte[] path = (loader + "\0").getBytes(UTF_8);
    ByteBuffer file = ByteBuffer.allocate(header + entry + path.length);
    file.order(ByteOrder.LITTLE_ENDIAN).put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1});
    file.putShort(0x12, (short) machine).putLong(0x20, header);
    file.putShort(0x36, (short) entry).putShort(0x38, (short) (loader.isEmpty() ? 0 : 1));
    file.putInt(header, 3).putLong(header + 8, header + entry);
    file.putLong(header + 0x20, path.length).put(header + entry, path);
    return file.array();
  }

  /** Returns a tar of entries. */
  public static byte[] tar(Entry... entries) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
      for (Entry entry : entries) {
        TarArchiveEntry header = new TarArchiveEntry(entry.name, entry.type, true);
        byte[] content = entry.content.getBytes(UTF_8);
        header.setLinkName(entry.target);
        header.setSize(content.length);
        header.setModTime(0L);
        if (entry.mode != 0) {
          header.setMode(entry.mode);
        }
        tar.putArchiveEntry(header);
        tar.write(content);
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * One entry of a tar, as hostile as its fields say.
   *
   * @param mode 0 for the usual one
   */
  public record Entry(String name, byte type, String target, String content, int mode) {
    public Entry(String name, byte type, String target, String content) {
      this(name, type, target, content, 0);
    }

    /** Returns the same entry with this mode. */
    public Entry withMode(int wanted) {
      return new Entry(name, type, target, content, wanted);
    }
  }

  public static Entry file(String name, String content) {
    return new Entry(name, (byte) '0', "", content);
  }

  public static Entry folder(String name) {
    return new Entry(name + "/", (byte) '5', "", "");
  }

  public static Entry symbolicLink(String name, String target) {
    return new Entry(name, (byte) '2', target, "");
  }

  public static Entry hardLink(String name, String target) {
    return new Entry(name, (byte) '1', target, "");
  }

  public static Entry device(String name) {
    return new Entry(name, (byte) '3', "", "");
  }

  public static byte[] gzip(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
