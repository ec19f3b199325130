package dev.otters.oci.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.ChildJvm;
import dev.otters.oci.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OciStoreProcessesTest {
  private static final int TAGS = 60;

  @TempDir private Path folder;

  /** A second process: tags and removes images, prints a line when it starts to. */
  static final class Other {
    private Other() {}

    public static void main(String[] args) {
      OciStore store = OciStore.open(Path.of(args[0]));
      int count = Integer.parseInt(args[1]);
      for (int i = 0; i < count; i++) {
        Samples.artifact(store, "theirs:" + i, "text " + i % 7);
        store.collect(Set.of());
        if (i == 0) {
          System.out.println("started");
        }
      }
    }
  }

  @Test
  void twoProcessesLoseNothingOfEachOther() throws Exception {
    OciStore store = OciStore.open(folder);
    Process other = start(TAGS);
    assertThat(other.inputReader().readLine()).isEqualTo("started");
    for (int i = 0; i < TAGS; i++) {
      Samples.artifact(store, "ours:" + i, "text " + i % 5);
      store.collect(Set.of());
    }

    assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(other.exitValue()).isZero();
    assertThat(store.list()).hasSize(2 * TAGS);
    assertThat(store.list())
        .allSatisfy(image -> assertThat(store.closure(image.descriptor())).hasSize(3));
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void aKilledProcessLeavesAStoreThatWorks() throws Exception {
    OciStore.open(folder);
    Process other = start(1_000_000);
    assertThat(other.inputReader().readLine()).isEqualTo("started");

    other.destroyForcibly().waitFor();

    OciStore store = OciStore.open(folder);
    assertThat(store.list())
        .isNotEmpty()
        .allSatisfy(image -> assertThat(store.closure(image.descriptor())).hasSize(3));
    assertThat(leftovers()).isEmpty();
  }

  private Process start(int count) throws IOException {
    return ChildJvm.start(Other.class, folder.toString(), Integer.toString(count));
  }

  private List<Path> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("staging"))) {
      return files.toList();
    }
  }
}
