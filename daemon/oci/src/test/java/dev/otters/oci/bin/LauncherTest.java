package dev.otters.oci.bin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.oci.Platform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  @TempDir Path folder;
  private Path tool;

  @BeforeEach
  void writeTool() throws IOException {
    tool = folder.resolve("some where/tool");
    Launcher launcher =
        new Launcher(
            List.of("@libexec/program", "fixed", "%", "@lib"),
            new TreeMap<>(Map.of("TOOL_HOME", "share/tool", "TOOL_OTHER", "x")));
    Files.createDirectories(tool.getParent());
    Files.write(tool, launcher.program(Platform.ofThisMachine()));
    assertThat(tool.toFile().setExecutable(true)).isTrue();
  }

  private String run(Path program, Map<String, String> environment, String... arguments)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.command().addAll(Arrays.asList(arguments));
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private void program(String text) throws IOException {
    Path file = tool.resolveSibling("libexec/program");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void theProgramGetsTheFixedArgumentsAndThoseOfTheCaller() throws IOException {
    program("printf '[%s]' \"$@\"");

    assertThat(run(tool, Map.of(), "one", "", "a b"))
        .isEqualTo("[fixed][%s][%s/lib][one][][a b]".formatted(tool, tool.getParent()));
  }

  @Test
  void aLinkIsFollowedToTheFolderOfTheTool() throws IOException {
    program("printf '%s' \"$3\"");
    Path link = Files.createSymbolicLink(folder.resolve("link"), tool);

    assertThat(run(link, Map.of())).isEqualTo(tool.getParent() + "/lib");
  }

  @Test
  void variablesAreAddedUnlessTheyAreSet() throws IOException {
    program("printf '%s %s %s' \"$TOOL_HOME\" \"$TOOL_OTHER\" \"$A\"");

    assertThat(run(tool, Map.of("TOOL_OTHER", "mine", "A", "b", "TOOL_HOM", "no")))
        .isEqualTo(tool.getParent() + "/share/tool mine b");
  }

  @Test
  void manyArgumentsAndVariablesArePassedOn() throws IOException {
    program("echo $#; env | grep -c ^V");
    String[] arguments = new String[5000];
    Arrays.fill(arguments, "x");
    Map<String, String> environment = new TreeMap<>(Map.of("PATH", "/usr/bin:/bin"));
    for (int i = 0; i < 2000; i++) {
      environment.put("V" + i, "1");
    }

    assertThat(run(tool, environment, arguments)).isEqualTo("5003\n2000\n");
  }

  @Test
  void anIncompleteImageIsNamedAsTheReason() throws IOException {
    assertThat(run(tool, Map.of()))
        .isEqualTo(
            "cannot start the tool: /proc is not mounted, or the tool's image is incomplete\n");
  }
}
