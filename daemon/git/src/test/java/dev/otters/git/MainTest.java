package dev.otters.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.git.testkit.TestRepository;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the program in a process of its own, as the daemon does. */
class MainTest {
  @TempDir private Path folder;

  @Test
  void theProgramNeitherReadsNorWritesSettingsOfItsUser() throws Exception {
    TestRepository repository = new TestRepository(folder.resolve("source.git"));
    String commit = repository.commit("refs/heads/main", Map.of("a", repository.file("one")));
    Path home = Files.createDirectory(folder.resolve("home"));
    Path broken = Files.writeString(home.resolve(".gitconfig"), "[core\n");

    assertThat(clone(home)).isEqualTo("done " + commit + " 1 3");
    assertThat(folder.resolve("clone/a")).hasContent("one");
    assertThat(home).isDirectoryNotContaining(path -> !path.equals(broken));
  }

  private String clone(Path home) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Duser.home=" + home,
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName());
    builder.environment().put("XDG_CONFIG_HOME", home.toString());
    builder.environment().put("HOME", home.toString());
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (DataOutputStream to = new DataOutputStream(process.getOutputStream())) {
      String url = folder.resolve("source.git").toUri().toString();
      for (String text : List.of(url, "", folder.resolve("clone").toString(), "", "")) {
        to.writeUTF(text);
      }
      for (long most : List.of(1L << 20, 50L, 1L << 20)) {
        to.writeLong(most);
      }
      to.flush();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return said.lines().toList().getLast();
    } finally {
      process.destroyForcibly();
    }
  }
}
