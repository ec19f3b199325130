package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.Programs;
import dev.otters.bench.run.Workbench;
import dev.otters.executor.ImagePin;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.store.BlobWriter;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Measures how fast an image is unpacked for `--bin-mounts bind`, next to tar(1). */
final class Extraction {
  private static final int ROUNDS = 5;
  private static final int FILES = 2000;
  private static final int SIZE = 100_000;
  private static final double MEGABYTE = 1e6;

  private Extraction() {}

  static Figure measure(Workbench bench) throws IOException {
    Path folder = bench.folder("extraction");
    OciStore store = OciStore.open(folder.resolve("registry"));
    Descriptor image = image(store);
    Path layer =
        store.path(((ImageManifest) store.manifest(image.digest())).layers().getFirst().digest());
    Programs programs = bench.programs();
    List<Double> ours = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      Path target = folder.resolve("ours" + i);
      long begin = System.nanoTime();
      Path unused =
          new UnpackedImages(target, store)
              .folder(
                  new ImagePin("bench:1", image.digest()), Platform.ofThisMachine(), Progress.NONE);
      ours.add(rate(Clock.millisSince(begin)));
      Path other = Files.createDirectory(folder.resolve("theirs" + i));
      theirs.add(
          rate(programs.run("tar", "-xzf", layer.toString(), "-C", other.toString()).millis()));
      programs.run("rm", "-rf", target.toString(), other.toString());
    }
    return Figure.of(
            "extraction of 200 MB in 2,000 files",
            new Quantity(new Samples(ours), Unit.MEGABYTES_PER_SECOND))
        .against("tar -xz", new Quantity(new Samples(theirs), Unit.MEGABYTES_PER_SECOND));
  }

  private static double rate(double millis) {
    return (double) FILES * SIZE / MEGABYTE / (millis / 1000);
  }

  /** Stores an image whose files are compressed to about half of their size. */
  private static Descriptor image(OciStore store) throws IOException {
    Random random = new Random(3);
    byte[] content = new byte[SIZE];
    try (Ingest ingest = store.ingest()) {
      Descriptor layer;
      Digest diffId;
      try (BlobWriter blob = ingest.writer(MediaTypes.TAR_GZIP);
          GZIPOutputStream gzip = new GZIPOutputStream(blob, 1 << 16);
          DigestOutputStream plain = new DigestOutputStream(gzip, Digest.sha256())) {
        try (TarWriter tar = new TarWriter(plain)) {
          for (int i = 0; i < FILES; i++) {
            for (int at = 0; at < SIZE; at++) {
              content[at] = (byte) random.nextInt(16);
            }
            tar.file("file" + i, 0644, content);
          }
        }
        gzip.finish();
        layer = blob.finish();
        diffId = Digest.ofHash(plain.getMessageDigest().digest());
      }
      String config =
          """
          {"architecture":"%s","os":"linux","rootfs":{"type":"layers","diff_ids":["%s"]}}\
          """
              .formatted(Platform.ofThisMachine().architecture(), diffId);
      ImageManifest manifest =
          new ImageManifest(
              MediaTypes.MANIFEST,
              Optional.empty(),
              ingest.put(MediaTypes.IMAGE_CONFIG, config.getBytes(StandardCharsets.UTF_8)),
              List.of(layer),
              Map.of());
      Descriptor image = ingest.put(MediaTypes.MANIFEST, ManifestCodec.write(manifest));
      ingest.commit();
      return image;
    }
  }
}
