package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a hostile tool finds when it looks around from inside. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Hardening {

  static final String SECRET = "c4nary-value-of-an-env";
  Otters otters;
  private String report = "";

  /** Makes an empty home with the executor under test. */
  abstract Otters fresh() throws IOException;

  @BeforeAll
  void aHostileToolLooksAround() throws IOException {
    otters = fresh();
    otters.script(
        "intruder",
        """
        rules:
          - when: {user: "attack"}
            call: {tool: sh, args: ["-c", "/opt/runtime/bin/java --enable-native-access=ALL-UNNAMED -cp /workspace/probe dev.otters.acceptance.Intruder 2>&1"]}
          - when: {result: {tool: sh, matches: "(?s)(.*)"}}
            say: "${1}"
        """);
    Path classes = compiledProbe();
    Path context =
        otters.agentfile(
            "intruder",
            """
            FROM scratch
            NAME intruder
            MODEL scripted/intruder
            ENV CANARY_TOKEN="" "Comes with run."
            BIN sh otters/tools/sh:latest "A shell."
            """);
    otters
        .run(
            "run",
            "-e",
            "CANARY_TOKEN=" + SECRET,
            context.toString(),
            "-v",
            classes + ":/workspace/probe:Probe:ro")
        .ok();
    report = otters.run("prompt", "intruder", "attack").ok();
    assertThat(report).as("the tool's own ENV").contains("canary of " + SECRET.length());
  }

  @AfterAll
  void clean() throws IOException {
    otters.close();
  }

  /** Copies the compiled attack out of the tests' own classes. */
  private Path compiledProbe() throws IOException {
    Path folder = otters.files().resolve("probe");
    Path classes = Files.createDirectories(folder.resolve("dev/otters/acceptance"));
    for (String name : List.of("Intruder.class", "Intruder$Attack.class")) {
      try (var in = Objects.requireNonNull(Intruder.class.getResourceAsStream(name))) {
        Files.copy(in, classes.resolve(name));
      }
    }
    try (var files = Files.walk(folder)) {
      files.forEach(Hardening::openToAll);
    }
    return folder;
  }

  private static void openToAll(Path path) {
    assertThat(path.toFile().setReadable(true, false)).isTrue();
    assertThat(path.toFile().setExecutable(true, false)).isTrue();
  }

  @Test
  void theIntruderRanAsTheAgentAndHasNoPowers() {
    assertThat(report)
        .contains("CapEff 0000000000000000", "CapBnd 0000000000000000")
        .contains("NoNewPrivs 1", "Seccomp 2");
    assertThat(report).doesNotContainPattern("(?m)^uid 0\\b");
  }

  @Test
  void everyAttackOnTheRuntimeFails() {
    assertThat(report).contains("runtime pid ");
    for (String attack :
        List.of(
            "environ",
            "mem",
            "maps",
            "fd",
            "root",
            "exe",
            "ptrace",
            "process_vm_readv",
            "attach",
            "token",
            "socket without token",
            "socket with a made-up token",
            "socket removed",
            "write /",
            "write /etc",
            "write /opt/bins",
            "write agent.yaml",
            "write Agentfile",
            "mount",
            "setuid 0")) {
      assertThat(report)
          .as("attack: %s", attack)
          .containsPattern("(?m)^FAILED " + Pattern.quote(attack) + ":");
    }
    assertThat(report)
        .containsPattern(
            "FAILED socket without token: .*the first request must be hello.*unauthenticated")
        .containsPattern(
            "FAILED socket with a made-up token: .*token is rejected.*unauthenticated");
    assertThat(report).as("attacks that worked").doesNotContain("WORKED");
  }

  @Test
  void theRuntimeStillAnswersAfterwards() {
    assertThat(otters.run("prompt", "intruder", "attack").ok()).contains("runtime pid ");
  }

  @Test
  void noFileOfTheHomeButTheDatabaseHoldsASecretEnvValue() throws IOException {
    try (var files = Files.walk(otters.home())) {
      assertThat(files.filter(Files::isRegularFile).filter(Hardening::holdsTheSecret))
          .allSatisfy(
              file ->
                  assertThat(otters.home().relativize(file).toString()).matches("daemon\\.db.*"));
    }
  }

  private static boolean holdsTheSecret(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(SECRET);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
