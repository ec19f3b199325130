package dev.otters.bench.figure;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;

/** A container image of 1 GiB in 100 incompressible layers. */
final class ManyLayers {
  private static final int LAYERS = 100;
  private static final int SIZE = (1 << 30) / LAYERS;

  private ManyLayers() {}

  /** Stores the image under a name. */
  static void put(OciStore store, ImageReference name) throws IOException {
    Random random = new Random(2);
    byte[] bytes = new byte[SIZE];
    List<Descriptor> layers = new ArrayList<>();
    List<String> diffIds = new ArrayList<>();
    try (Ingest ingest = store.ingest()) {
      for (int i = 0; i < LAYERS; i++) {
        random.nextBytes(bytes);
        diffIds.add("\"" + Digest.of(bytes) + "\"");
        layers.add(ingest.put(MediaTypes.TAR_GZIP, stored(bytes)));
      }
      String config =
          "{\"architecture\":\"amd64\",\"os\":\"linux\",\"rootfs\":{\"type\":\"layers\",\"diff_ids\":"
              + diffIds.stream().collect(Collectors.joining(",", "[", "]"))
              + "}}";
      ImageManifest manifest =
          new ImageManifest(
              MediaTypes.MANIFEST,
              Optional.empty(),
              ingest.put(MediaTypes.IMAGE_CONFIG, config.getBytes(StandardCharsets.UTF_8)),
              layers,
              Map.of());
      ingest.tag(
          name, ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest)), Origin.BUILT);
      ingest.commit();
    }
  }

  /** Wraps bytes as a gzip stream, so that tools do not compress the layer again. */
  private static byte[] stored(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + (bytes.length >> 10));
    try (DeflaterOutputStream gzip =
        new GZIPOutputStream(out) {
          {
            def.setLevel(Deflater.NO_COMPRESSION);
          }
        }) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
