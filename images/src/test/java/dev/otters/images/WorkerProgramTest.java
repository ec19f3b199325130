package dev.otters.images;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerProgramTest {

  private final WorkerProgram program =
      new WorkerProgram(List.of(Path.of("/build/worker.jar"), Path.of("/cache/jackson-core.jar")));

  @Test
  void classPathHasTheJarsInOrderInTheGivenFolder() {
    assertThat(program.arguments("/opt/x", "-XX:AOTCache=/c"))
        .containsSubsequence("-cp", "/opt/x/worker.jar:/opt/x/jackson-core.jar");
  }

  @Test
  void trainingAndImageDifferInTheCacheOptionAndTheFolderOnly() {
    List<String> image = program.arguments("/opt/x", "-XX:AOTCache=/c");
    List<String> training = program.arguments("/opt/x", "-XX:AOTCacheOutput=/c");

    assertThat(training).hasSameSizeAs(image);
    assertThat(image)
        .filteredOn(argument -> !training.contains(argument))
        .containsExactly("-XX:AOTCache=/c");
  }

  @Test
  void aDebuggerCannotAttachAndNothingIsDumped() {
    assertThat(program.arguments("/opt/x", "-XX:AOTCache=/c"))
        .contains("-XX:+DisableAttachMechanism", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash");
  }

  @Test
  void pagesOfTheCacheStayThoseOfItsFileAndTheHeapStartsSmall() {
    assertThat(program.arguments("/opt/x", "-XX:AOTCache=/c"))
        .contains("-XX:ArchiveRelocationMode=0", "-XX:TrimNativeHeapInterval=5000", "-Xms4m")
        .containsSubsequence("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0");
  }

  @Test
  void theArgumentFileHasOneArgumentALineAndEndsWithTheMainClass(@TempDir Path folder)
      throws IOException {
    List<String> lines = Files.readAllLines(program.argumentFile(folder.resolve("arguments")));

    assertThat(lines).endsWith("dev.otters.worker.Main");
    assertThat(lines).contains("-XX:AOTCache=/opt/runtime/worker/worker.aot");
  }
}
