package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kills the daemon while it promotes and restores a durable file. */
@Tag("bubblewrap")
class WritebackCrashTest extends OneHome {
  private Path points;

  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }

  @BeforeAll
  void aHome() throws IOException {
    points = Files.createDirectory(otters.files().resolve("points"));
    otters.with("OTTERS_CRASH_POINTS", points.toString());
    Editor.prepare(otters);
  }

  @ParameterizedTest
  @ValueSource(strings = {"call-allowed", "files-stored", "files-written", "allowed-call-ended"})
  void anAllowedCallThatWasCutOffWritesOnce(String step) throws IOException {
    otters.run("run", "./editor").ok();

    assertThat(cutOff(points.resolve(step), "Be stern.")).contains("It is promoted.");
    assertThat(Editor.soul(otters)).isEqualTo("You are stern.\n");

    assertThat(cutOff(points.resolve(step), "Be as before.")).contains("It is restored.");
    assertThat(Editor.soul(otters)).isEqualTo("You are kind.");
  }

  private String cutOff(Path step, String message) throws IOException {
    Path armed = step.resolveSibling(step.getFileName() + ".armed");
    Path reached = step.resolveSibling(step.getFileName() + ".reached");
    Files.deleteIfExists(reached);
    Run.Started asked = otters.start("prompt", "-s", "s", "editor", message);
    Eventually.is("a call waits", () -> otters.json("approvals").size() > 0);
    Files.createFile(armed);
    Editor.allow(otters);
    Eventually.is("at the step", () -> Files.exists(reached));
    otters.killDaemon();
    Files.delete(armed);
    // The prompt itself would start the daemon only after some seconds.
    otters.run("ps").ok();
    return asked.await().ok();
  }
}
