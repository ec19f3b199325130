package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Everything that a user can get wrong with `run`: one clear error, the right exit code, and
 * nothing left behind.
 */
@Tag("docker")
class BadInputTest {

  private static final String GOOD =
      """
      FROM scratch
      NAME probe
      MODEL scripted/guide
      BIN sh otters/tools/sh:latest "A shell."
      """;

  private static Otters otters;

  @BeforeAll
  static void aHome() throws IOException {
    otters = Otters.fresh();
    otters.run("info").ok();
  }

  @AfterEach
  void nothingIsLeft() {
    otters.assertNoAgentIsLeft();
  }

  @AfterAll
  static void clean() throws IOException {
    otters.close();
  }

  private static String context(String text) {
    return otters.agentfile("probe", text).toString();
  }

  @Test
  void aBrokenAgentfileShowsAllItsErrorsAtTheirPlaces() {
    String error =
        otters
            .run(
                "run",
                context(
                    """
                    FROM scratch
                    NAMES probe
                    MODEL scripted/guide
                    ENV lower=1
                    CAPABILITY note-sav
                    """))
            .failed(10);

    assertThat(error)
        .contains("Agentfile:2:1", "NAME", "Agentfile:4:", "lower", "Agentfile:5:", "note-save");
  }

  @Test
  void anUnknownProviderNamesTheOnesThereAre() {
    String text = GOOD.replace("scripted/guide", "nobody/model-1");

    assertThat(otters.run("run", context(text)).failed(40)).contains("nobody", "scripted");
  }

  @Test
  void anUnknownScriptSaysWhereItWasLookedFor() {
    String text = GOOD.replace("scripted/guide", "scripted/nowhere");

    assertThat(otters.run("run", context(text)).failed(41)).contains("nowhere", "scripts");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/etc/hostname",
        "/etc/hostname:",
        "/etc/hostname:/",
        "/etc/hostname:/etc/x",
        "/etc/hostname:/workspace/../etc/x",
        "/etc/hostname:/run/x",
        "/etc/hostname:/opt/bins/x",
        "/proc:/workspace/p",
        "/sys:/workspace/p",
        "/dev:/workspace/p",
        "/:/workspace/p"
      })
  void aMalformedOrForbiddenMountIsRefused(String mount) {
    Run run = otters.run("run", context(GOOD), "-v", mount);

    assertThat(run.code()).as("%s", run).isIn(2, 5);
    assertThat(run.err()).contains(mount).doesNotContain("\tat ");
  }

  @Test
  void theDaemonsOwnFilesAndTheEnginesSocketCannotBeMounted() throws IOException {
    Path link = Files.createSymbolicLink(otters.files().resolve("user/link"), otters.home());

    otters.run("run", context(GOOD), "-v", otters.home() + ":/workspace/h").failed(5);
    otters.run("run", context(GOOD), "-v", link + ":/workspace/h").failed(5);
    otters.run("run", context(GOOD), "-v", otters.home().getParent() + ":/workspace/h").failed(5);
    String engine = System.getenv("DOCKER_HOST");
    assertThat(engine).isNotNull();
    otters
        .run("run", context(GOOD), "-v", engine.substring("unix://".length()) + ":/workspace/d")
        .failed(5);
  }

  @Test
  void twoMountsAtOnePlaceAreRefused() {
    Run run =
        otters.run(
            "run",
            context(GOOD),
            "-v",
            "/etc/hostname:/workspace/x",
            "-v",
            "/etc/hosts:/workspace/x");

    assertThat(run.failed(2)).contains("/workspace/x");
  }

  @Test
  void aMissingHostPathIsNotCreated() {
    Path missing = otters.files().resolve("user/missing");

    assertThat(otters.run("run", context(GOOD), "-v", missing + ":/workspace/m").failed(2))
        .contains(missing.toString());
    assertThat(missing).doesNotExist();
  }

  @Test
  void aHostPathThatItsOwnerCouldNotReadSaysWhatToChange() throws IOException {
    Path outside = Files.createTempDirectory("unreadable-");
    Files.setPosixFilePermissions(outside, Set.of());
    try {
      assertThat(otters.run("run", context(GOOD), "-v", outside + ":/workspace/m").failed(2))
          .contains(outside.toString(), "cannot read", "chmod");
    } finally {
      Files.delete(outside);
    }
  }

  @Test
  void aRegistryThatIsDownIsNamed() {
    String text = GOOD.replace("otters/tools/sh:latest", "127.0.0.1:9/tools/sh:1");

    assertThat(otters.run("run", context(text)).failed(20)).contains("127.0.0.1:9");
  }

  @Test
  void aToolThatNoStoreHasIsNamed() {
    String text = GOOD.replace("otters/tools/sh:latest", "otters/tools/nothing:1");

    Run run = otters.run("run", context(text));

    assertThat(run.code()).as("%s", run).isEqualTo(3);
    assertThat(run.err()).contains("otters/tools/nothing:1");
  }

  @Test
  void anUnknownImageIsNotFound() {
    assertThat(otters.run("run", "nothing:1").failed(3)).contains("nothing:1");
  }

  @Test
  void anUnreachableEngineSaysWhatWasTriedAndLeavesNothing() throws IOException {
    try (Otters lonely = Otters.fresh().with("DOCKER_HOST", "unix:///nowhere/docker.sock")) {
      String error = lonely.run("run", lonely.agentfile("probe", GOOD).toString()).failed(30);

      assertThat(error).contains("/nowhere/docker.sock", "does not exist", "DOCKER_HOST");
      assertThat(lonely.run("info").err()).contains("/nowhere/docker.sock");
      assertThat(lonely.json("ps", "-a").isEmpty()).isTrue();
    }
  }
}
