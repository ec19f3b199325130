package dev.otters.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
  private static final Path SCRIPT =
      Path.of(System.getProperty("otters.root", "../.."), "daemon/cli/src/dist/launcher.sh");

  @TempDir Path folder;
  private final Map<String, String> variables = new HashMap<>();
  private Path dist;

  @BeforeEach
  void install() throws IOException {
    dist = folder.resolve("a place/otters");
    write(
        dist.resolve("bin/otters"),
        Files.readString(SCRIPT)
            .replace("@program@", "otters")
            .replace("@lib@", "cli")
            .replace("@main@", "a.Main")
            .replace("@options@", "OTTERS_JAVA_OPTS")
            .replace("@heap@", "")
            .replace("@flags@", "-Dflag=1"));
    write(dist.resolve("lib/cli/a.jar"), "");
    write(dist.resolve("lib/cli/b.jar"), "");
    java("java25", "25.0.3");
    variables.put("OTTERS_JAVA_HOME", folder.resolve("java25").toString());
    variables.put("PATH", System.getenv("PATH"));
  }

  private static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** Makes a Java that prints its name and its arguments, one a line. */
  private void java(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    write(
        home.resolve("bin/java"),
        "#!/bin/sh\necho " + name + "\nprintf '%s\\n' \"$@\"\nenv | grep '^J.*_OPTIONS'\nexit 7\n");
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
  }

  private record Started(int exit, List<String> lines) {}

  private Started start(Path program, String... words) throws Exception {
    List<String> line = new ArrayList<>(List.of(program.toString()));
    line.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(variables);
    Process process = builder.start();
    process.getOutputStream().close();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    return new Started(process.waitFor(), lines);
  }

  private Started daemon(String config, String... words) throws Exception {
    Path program = dist.resolve("bin/ottersd");
    String script = Files.readString(SCRIPT).replace("@heap@", "256m").replace("@lib@", "cli");
    write(program, script.replaceAll("@(program|main|options|flags)@", "OTHER"));
    Files.writeString(
        Files.createDirectories(folder.resolve("home")).resolve("ottersd.yaml"), config);
    return start(program, words);
  }

  @Test
  void theHeapIsThatOfTheConfiguration() throws Exception {
    variables.put("OTTERS_HOME", folder.resolve("home").toString());
    assertThat(daemon("port: 1\n").lines()).contains("-Xmx256m");
    assertThat(daemon("# heap: 3g\nheap: \"1g\" # more").lines()).contains("-Xmx1g");
    assertThat(daemon("port: 1\nheap: 64M\n", "serve", "--home", "/nowhere").lines())
        .contains("-Xmx256m");
    variables.remove("OTTERS_HOME");
    assertThat(daemon("heap: 64M", "--home", folder.resolve("home").toString()).lines())
        .contains("-Xmx64M");
  }

  @Test
  void aHeapThatIsNoSizeStartsNothing() throws Exception {
    variables.put("OTTERS_HOME", folder.resolve("home").toString());
    for (String wrong : List.of("", "12", "63m", "-1g", "2t", "1000g", "0512m", "$(id)m", "1 g")) {
      Started started = daemon("heap: " + wrong);
      assertThat(started.exit()).as(wrong).isOne();
      assertThat(started.lines())
          .singleElement()
          .asString()
          .contains("home/ottersd.yaml: heap is '", "Write a size of at least 64m");
    }
  }

  @Test
  void theProgramIsStartedWithItsJarsAndTheWordsAsTheyAre() throws Exception {
    Started started = start(dist.resolve("bin/otters"), "prompt", "bob", "two words", "", "*");
    assertThat(started.exit()).isEqualTo(7);
    assertThat(started.lines())
        .startsWith("java25", "-XX:+UseSerialGC")
        .contains(
            "-Dflag=1",
            "-Dotters.dist=" + dist,
            "-Dotters.terminals=",
            dist + "/lib/cli/a.jar:" + dist + "/lib/cli/b.jar")
        .endsWith("a.Main", "prompt", "bob", "two words", "", "*");
  }

  @Test
  void aLinkLeadsToTheDistribution() throws Exception {
    Path link =
        Files.createSymbolicLink(
            folder.resolve("link"), folder.relativize(dist.resolve("bin/otters")));
    Path second = Files.createSymbolicLink(folder.resolve("second"), link);
    assertThat(start(second).lines()).contains("-Dotters.dist=" + dist);
  }

  @Test
  void aJavaThatIsNamedMustBeOfTheRightVersion() throws Exception {
    java("java17", "17.0.1");
    variables.put("OTTERS_JAVA_HOME", folder.resolve("java17").toString());
    Started started = start(dist.resolve("bin/otters"));
    assertThat(started.exit()).isEqualTo(1);
    assertThat(started.lines())
        .containsExactly(
            "otters: OTTERS_JAVA_HOME is " + folder.resolve("java17") + ", which is no Java 25");
  }

  @Test
  void theJavaThatCameWithOttersIsPreferredToJavaHome() throws Exception {
    variables.remove("OTTERS_JAVA_HOME");
    variables.put("JAVA_HOME", folder.resolve("java25").toString());
    assertThat(start(dist.resolve("bin/otters")).lines()).startsWith("java25");
    java("a place/otters/jre", "25");
    assertThat(start(dist.resolve("bin/otters")).lines()).startsWith("a place/otters/jre");
  }

  @Test
  void aCacheIsUsedOnlyWhenItIsNewerThanEveryJar() throws Exception {
    Path cache = dist.resolve("lib/cli/cli.aot");
    Path jar = dist.resolve("lib/cli/a.jar");
    write(cache, "");
    Files.setLastModifiedTime(cache, FileTime.fromMillis(2_000_000_000_000L));
    assertThat(start(dist.resolve("bin/otters")).lines()).contains("-XX:AOTCache=" + cache);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(2_000_000_100_000L));
    assertThat(start(dist.resolve("bin/otters")).lines())
        .noneMatch(line -> line.contains("AOTCache"));
  }

  @Test
  void onlyOptionsThatAreMeantForThisProgramReachIt() throws Exception {
    variables.put("JAVA_TOOL_OPTIONS", "-Dtool");
    variables.put("JDK_JAVA_OPTIONS", "-Djdk");
    variables.put("OTTERS_JAVA_OPTS", "-Xmx64m -Dmine=1");
    assertThat(start(dist.resolve("bin/otters")).lines())
        .contains("-Xmx64m", "-Dmine=1")
        .noneMatch(line -> line.contains("-Dtool") || line.contains("-Djdk="))
        .noneMatch(
            line -> line.startsWith("JAVA_TOOL_OPTIONS") || line.startsWith("JDK_JAVA_OPTIONS"));
  }

  @Test
  void aClosedStreamIsNotGivenToAnotherFile() throws Exception {
    Path program = dist.resolve("bin/otters");
    write(
        folder.resolve("java25/bin/java"),
        "#!/bin/sh\nat=/proc/$$/fd\nseen=$(readlink $at/0 $at/1 $at/2)\necho \"$seen\" >&3\n");
    Path closing = folder.resolve("closing");
    write(closing, "#!/bin/sh\nexec 3>&1 <&- >&- 2>&-\nexec '" + program + "'\n");
    Started started = start(closing);
    assertThat(started.exit()).isZero();
    assertThat(started.lines()).containsExactly("/dev/null", "/dev/null", "/dev/null");
  }
}
