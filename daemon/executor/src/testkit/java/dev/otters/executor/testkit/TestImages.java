package dev.otters.executor.testkit;

import dev.otters.executor.ImagePin;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Platform;
import dev.otters.oci.Samples;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Builds small images with busybox into a store. */
public final class TestImages {
  private final OciStore store;

  public TestImages(OciStore store) {
    this.store = store;
  }

  /**
   * Builds a runtime image with busybox at {@code /bin/busybox} and {@code /bin/sh}.
   *
   * @param config the image's {@code config}: environment, user, volumes, labels
   */
  public ImagePin runtime(Map<String, Object> config) throws IOException {
    byte[] busybox = Files.readAllBytes(Busybox.binary());
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("bin/busybox", busybox);
    files.put("bin/sh", busybox);
    return image("runtime", Platform.ofThisMachine(), files, config);
  }

  /** Builds a tool's image with busybox under the tool's name. */
  public ImagePin tool(String name) throws IOException {
    byte[] busybox = Files.readAllBytes(Busybox.binary());
    return image(name, Platform.ofThisMachine(), Map.of(name, busybox), Map.of());
  }

  /** Builds an image of files. */
  public ImagePin image(
      String ref, Platform platform, Map<String, byte[]> files, Map<String, Object> config)
      throws IOException {
    byte[] tar = tar(files);
    byte[] json =
        JsonText.compact(
            Map.of(
                "architecture", platform.architecture(),
                "os", platform.os(),
                "config", config,
                "rootfs",
                    Map.of("type", "layers", "diff_ids", List.of(Digest.of(tar).toString()))));
    try (Ingest ingest = store.ingest()) {
      Descriptor layer = ingest.put(MediaTypes.TAR_GZIP, gzip(tar));
      ImageManifest manifest =
          new ImageManifest(
              MediaTypes.MANIFEST,
              Optional.empty(),
              ingest.put(MediaTypes.IMAGE_CONFIG, json),
              List.of(layer),
              Map.of());
      Descriptor stored = ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest));
      ingest.commit();
      return new ImagePin(ref, stored.digest());
    }
  }

  /** Builds an image for this machine from tars in this order, compressed with gzip. */
  public ImagePin layers(String ref, byte[]... tars) {
    try (Ingest ingest = store.ingest()) {
      Descriptor stored =
          Samples.container(ingest, Platform.ofThisMachine(), Map.of(), Map.of(), List.of(tars));
      ingest.commit();
      return new ImagePin(ref, stored.digest());
    }
  }

  /** Builds an image for this machine from tars in this order, compressed with zstd. */
  public ImagePin zstd(String ref, byte[]... tars) {
    try (Ingest ingest = store.ingest()) {
      Descriptor stored =
          Samples.zstdContainer(
              ingest, Platform.ofThisMachine(), Map.of(), Map.of(), List.of(tars));
      ingest.commit();
      return new ImagePin(ref, stored.digest());
    }
  }

  /** Builds an index that lists an image for this platform. */
  public ImagePin index(ImagePin image) {
    Descriptor entry =
        store.describe(image.digest()).orElseThrow().withPlatform(Platform.ofThisMachine());
    ImageIndex index = new ImageIndex(MediaTypes.INDEX, Optional.empty(), List.of(entry), Map.of());
    try (Ingest ingest = store.ingest()) {
      Descriptor stored = ingest.put(MediaTypes.INDEX, ManifestCodec.write(index));
      ingest.commit();
      return new ImagePin(image.ref(), stored.digest());
    }
  }

  /** Returns a tar of files that every user may execute. */
  public static byte[] tar(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        tar.file(file.getKey(), 0755, file.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(content);
    }
    return bytes.toByteArray();
  }

  /** Returns the bytes of a text, for a file of an image. */
  public static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
