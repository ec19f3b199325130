package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills the daemon before and after it stores a call that writes a memory. */
@Tag("bubblewrap")
class MemoryCrashTest {
  @ParameterizedTest
  @ValueSource(strings = {"calls-received", "calls-stored"})
  void aCallThatWasCutOffStoresItsMemoryOnce(String step) throws IOException {
    try (Otters otters = Otters.freshWithBubblewrap()) {
      Path points = Files.createDirectory(otters.files().resolve("points"));
      otters.with("OTTERS_CRASH_POINTS", points.toString());
      Notebook.prepare(otters);
      otters.run("run", "--grant", "app/u1", "./notebook").ok();
      Path armed = Files.createFile(points.resolve(step + ".armed"));

      Run.Started asked =
          otters.start("prompt", "-s", "s", "notebook", "Remember: My editor is vim.");
      Eventually.is("at the step", () -> Files.exists(points.resolve(step + ".reached")));
      int before = otters.json("memory", "ls").size();
      otters.killDaemon();
      Files.delete(armed);

      assertThat(asked.await().ok()).contains("I will remember that.");
      assertThat(before).isEqualTo(step.equals("calls-stored") ? 1 : 0);
      assertThat(otters.json("memory", "ls").size()).isOne();
      assertThat(otters.run("prompt", "-s", "s", "notebook", "Which editor?").ok())
          .contains("I remember: My editor is vim.");
    }
  }
}
