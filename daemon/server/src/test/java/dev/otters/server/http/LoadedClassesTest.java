package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The classes of a daemon that has started and done nothing. */
@Timeout(60)
class LoadedClassesTest {
  @TempDir private Path folder;

  private List<String> loaded() throws IOException {
    Path log = folder.resolve("classes");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xshare:off",
                "-Xlog:class+load:file=" + log,
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                KilledApi.class.getName(),
                folder.toString(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      boolean ready = output.lines().anyMatch(line -> line.startsWith("daemon "));
      assertThat(ready).as("the daemon started").isTrue();
      return Files.readAllLines(log);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void theValidatorOfSchemasIsLoadedAtItsFirstUse() throws IOException {
    assertThat(loaded())
        .anyMatch(line -> line.contains(" dev.otters.sessions.Sessions "))
        .noneMatch(line -> line.contains(" com.networknt."))
        .noneMatch(line -> line.contains(" com.google.re2j."))
        .noneMatch(line -> line.contains(" dev.langchain4j."));
  }
}
