package dev.otters.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CleanUpTest {
  @Test
  void theNewestIsUndoneFirstAndOnce() {
    List<String> undone = new ArrayList<>();
    CleanUp cleanUp = new CleanUp();
    cleanUp.add("first", () -> undone.add("first"));
    cleanUp.add("second", () -> undone.add("second"));
    cleanUp.close();
    cleanUp.close();
    assertThat(undone).containsExactly("second", "first");
  }

  @Test
  void aFailureKeepsNothingElseFromBeingUndone() {
    List<String> undone = new ArrayList<>();
    CleanUp cleanUp = new CleanUp();
    cleanUp.add("first", () -> undone.add("first"));
    cleanUp.add(
        "broken",
        () -> {
          throw new IOException("cannot");
        });
    cleanUp.close();
    assertThat(undone).containsExactly("first");
  }

  @Test
  void aFolderGoesWithAllThatIsInIt(@TempDir Path folder) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home/a/b"));
    Files.writeString(home.resolve("file"), "x");
    Files.createSymbolicLink(home.resolve("link"), folder);
    Leftovers.delete(folder.resolve("home"));
    Leftovers.delete(folder.resolve("home"));
    assertThat(folder).isEmptyDirectory();
  }
}
