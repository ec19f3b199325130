package dev.otters.oci.tar;

import static dev.otters.oci.Samples.AMD64;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ChildJvm;
import dev.otters.oci.HostileTar;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.archive.Archive;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads hostile tars in a process with a small heap. */
class MemoryAttackTest {
  @TempDir private Path folder;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void hostileTarsAreRefusedInASmallHeap() throws Exception {
    Process reader = ChildJvm.start(List.of("-Xmx128m"), Reader.class, folder.toString());
    String output = new String(reader.getInputStream().readAllBytes(), UTF_8);

    assertThat(reader.waitFor()).as(output).isZero();
    assertThat(output.lines()).hasSize(2 * HostileTar.values().length).allMatch(Reader::isRefusal);
  }

  /** Loads each tar, and looks for the tool of an image that has it as a layer. */
  static final class Reader {
    public static void main(String[] arguments) throws IOException {
      Path folder = Path.of(arguments[0]);
      OciStore store = OciStore.open(folder.resolve("store"));
      for (HostileTar attack : HostileTar.values()) {
        Path file = folder.resolve(attack + ".tar.gz");
        attack.compressTo(file);
        show(attack, () -> new Archive(store).load(file, Progress.NONE));
        ImageReference image = ImageReference.parse("example.com/tool:1");
        try (Ingest ingest = store.ingest()) {
          var root = HostileTar.image(ingest, Map.of("io.openotters.bin.name", "tool"), file);
          ingest.tag(image, root, Origin.PULLED);
          ingest.commit();
        }
        show(attack, () -> new BinImages(store).inspect(image, AMD64));
      }
    }

    private static void show(HostileTar attack, Runnable reading) {
      try {
        reading.run();
        System.out.println(attack + " accepted");
      } catch (OciException e) {
        System.out.println(attack + " " + e.reason() + " " + e.getMessage());
      }
    }

    static boolean isRefusal(String line) {
      return line.contains(" INVALID_IMAGE ");
    }
  }
}
