package dev.otters.oci.archive;

import static dev.otters.oci.Samples.artifact;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ChildJvm;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.PruneScope;
import dev.otters.oci.store.StoredImage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that works on a store, at moments that nobody chose. */
class KilledProcessTest {
  private static final int ROUNDS = 10;
  private static final int NAMES = 3;
  private static final ImageReference LEFT = ImageReference.parse("left:1");
  private static final ImageReference RIGHT = ImageReference.parse("right:1");

  @TempDir private Path folder;

  /** Changes a store for ever, and says before and after each step what it does. */
  static final class Worker {
    private final OciStore store;
    private final Path files;

    private Worker(Path folder) {
      this.store = OciStore.open(folder.resolve("registry"));
      this.files = folder;
    }

    public static void main(String[] args) throws IOException {
      Worker worker = new Worker(Path.of(args[0]));
      int first = Integer.parseInt(args[1]);
      for (int step = first; ; step++) {
        System.out.println("begin " + step);
        worker.work(step);
        System.out.println("end " + step);
      }
    }

    private void work(int step) throws IOException {
      switch (step % 6) {
        case 1 -> unused(store.prune(PruneScope.UNTAGGED, Set.of(), false));
        case 3 -> remove(ImageReference.parse("image:" + step / 6 % NAMES));
        case 4 ->
            unused(new Archive(store).load(files.resolve(step / 6 % 2 + ".tar"), Progress.NONE));
        case 5 -> unused(store.fsck(List.of(), Progress.NONE));
        default -> unused(artifact(store, "image:" + step / 6 % NAMES, step + "x".repeat(100_000)));
      }
    }

    private void remove(ImageReference name) {
      try {
        unused(store.remove(name, Set.of()));
      } catch (OciException gone) {
        assertThat(gone.reason()).isEqualTo(OciException.Reason.NOT_FOUND);
      }
    }

    private static void unused(Object result) {
      assertThat(result).isNotNull();
    }
  }

  @Test
  void everyStepIsDoneOrNotBegun() throws Exception {
    writePairs();
    Random random = new Random(7);
    int first = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Process worker = start(first);
      int last = killAfter(worker, 1 + random.nextInt(25));

      OciStore store = OciStore.open(folder.resolve("registry"));
      assertThat(store.fsck(List.of(), Progress.NONE).findings())
          .as("after step %s", last)
          .isEmpty();
      assertTidy(store);
      assertThat(store.resolve(LEFT)).isEqualTo(store.resolve(RIGHT));
      assertHoldsStepsBefore(store, last);
      first = (last / 6 + 1) * 6;
    }
  }

  /** Returns the last step that was begun, and checks that those before it were ended. */
  private static int killAfter(Process worker, int lines) throws Exception {
    int last = -1;
    int ended = -1;
    try (BufferedReader said = worker.inputReader()) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        if (--lines == 0) {
          assertThat(worker.toHandle().destroyForcibly()).isTrue();
        }
        int step = Integer.parseInt(line.substring(line.indexOf(' ') + 1));
        if (line.startsWith("end")) {
          ended = step;
        } else {
          last = step;
        }
      }
    }
    assertThat(worker.waitFor()).as("killed, not failed").isEqualTo(137);
    assertThat(last - ended).isBetween(0, last + 1);
    return last;
  }

  private static void assertTidy(OciStore store) throws IOException {
    assertThat(store.folder().resolve("staging")).isEmptyDirectory();
    try (Stream<Path> files = Files.list(store.folder())) {
      assertThat(files.map(file -> file.getFileName() + ""))
          .filteredOn(name -> name.startsWith("."))
          .isEmpty();
    }
    for (StoredImage image : store.list()) {
      assertThat(store.closure(image.descriptor())).hasSize(3);
    }
  }

  /** Of every six steps, the first and third make an image that the fourth removes. */
  private static void assertHoldsStepsBefore(OciStore store, int last) {
    ImageReference name = ImageReference.parse("image:" + last / 6 % NAMES);
    switch (last % 6) {
      case 1, 2 -> assertThat(store.resolve(name)).as("step %s", last).isPresent();
      case 4, 5 -> assertThat(store.resolve(name)).as("step %s", last).isEmpty();
      default -> {}
    }
  }

  /** Two files with the same two names; in each, both mean the same image. */
  private void writePairs() throws IOException {
    for (int i = 0; i < 2; i++) {
      OciStore source = OciStore.open(folder.resolve("source-" + i));
      artifact(source, LEFT.toString(), "generation " + i);
      artifact(source, RIGHT.toString(), "generation " + i);
      try (OutputStream out = Files.newOutputStream(folder.resolve(i + ".tar"))) {
        new Archive(source).save(List.of(LEFT, RIGHT), out, Progress.NONE);
      }
    }
  }

  private Process start(int first) throws IOException {
    return ChildJvm.start(Worker.class, folder.toString(), Integer.toString(first));
  }
}
