package dev.otters.executor.unpack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ImagePin;
import dev.otters.oci.ChildJvm;
import dev.otters.oci.Digest;
import dev.otters.oci.HostileTar;
import dev.otters.oci.Progress;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Unpacks hostile images in a process with a small heap. */
class UnpackMemoryTest extends UnpackTest {
  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void hostileImagesAreRefusedInASmallHeap() throws Exception {
    Process unpacker = ChildJvm.start(List.of("-Xmx128m"), Unpacker.class, temp.toString());
    String output = new String(unpacker.getInputStream().readAllBytes(), UTF_8);

    assertThat(unpacker.waitFor()).as(output).isZero();
    assertThat(output.lines())
        .hasSize(HostileTar.values().length)
        .allMatch(line -> line.contains(" IMAGE "))
        .noneMatch(line -> line.contains("differs from the image"));
    assertThat(cache.toFile().list()).containsExactly(".lock");
  }

  /** Unpacks an image for each tar. */
  static final class Unpacker {
    public static void main(String[] arguments) throws IOException {
      Path temp = Path.of(arguments[0]);
      OciStore store = OciStore.open(temp.resolve("store"));
      UnpackedImages images = new UnpackedImages(temp.resolve("cache/unpacked"), store);
      for (HostileTar attack : HostileTar.values()) {
        Path file = temp.resolve(attack + ".tar.gz");
        attack.compressTo(file);
        Digest image;
        try (Ingest ingest = store.ingest()) {
          image = HostileTar.image(ingest, Map.of(), file).digest();
          ingest.commit();
        }
        try {
          images.folder(new ImagePin("it:1", image), HERE, Progress.NONE);
          System.out.println(attack + " accepted");
        } catch (ExecutorException e) {
          System.out.println(attack + " " + e.reason() + " " + e.getMessage());
        }
      }
    }
  }
}
