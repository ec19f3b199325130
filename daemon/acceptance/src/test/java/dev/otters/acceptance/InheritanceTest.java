package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Three generations of images as a user builds them, and the youngest runs without its elders. */
@Tag("docker")
class InheritanceTest {
  @AutoClose private static Otters otters;
  private static String parentDigest;

  @BeforeAll
  static void threeGenerationsAreBuiltAndTheEldersRemoved() throws IOException {
    otters = Otters.fresh();
    otters.script("kin", "rules:\n  - say: \"hello\"\n");
    build(
        "elder",
        """
        FROM scratch
        MODEL scripted/kin
        CONTEXT SOUL <<X
        The elder's soul.
        X
        CONTEXT RULES <<X
        The elder's rules.
        X
        CONFIG region!
        CONFIG max-tokens=10
        BIN sh otters/tools/sh:latest "The elder's shell"
        ENV TONE=long
        CAPABILITY note-save
        """);
    build(
        "parent",
        """
        FROM elder
        CONTEXT SOUL <<X
        The parent's soul.
        X
        CONFIG max-tokens=20
        ENV TONE=short
        CAPABILITY note-list
        """);
    parentDigest = otters.json("image", "inspect", "parent").get(0).get("digest").asString();
    build(
        "child", "FROM parent\nNAME child\nBIN sh otters/tools/sh:latest \"The child's shell\"\n");
    otters.run("image", "rm", "parent", "elder").ok();
  }

  @Test
  void theYoungestRunsWithWhatAllThreeGave() throws IOException {
    assertThat(otters.run("run", "child").err()).contains("--config region=…");
    otters.run("run", "child", "--config", "region=eu").ok();

    Path etc = otters.root("child").resolve("etc");
    assertThat(etc.resolve("context/AGENT.md"))
        .content()
        .contains("The child's shell", "TONE", "short", "note-save", "note-list")
        .doesNotContain("The elder's shell");
    assertThat(etc.resolve("context/SOUL.md")).hasContent("The parent's soul.");
    assertThat(etc.resolve("context/RULES.md")).hasContent("The elder's rules.");
    assertThat(etc.resolve("agent.yaml"))
        .content()
        .contains("max-tokens: 20", "region: eu", "note-save");
    assertThat(etc.resolve("Agentfile")).content().startsWith("FROM parent\n");
    assertThat(otters.run("prompt", "child", "hi").ok().strip()).isEqualTo("hello");
  }

  @Test
  void theImageSaysWhatItWasBuiltOn() {
    JsonNode image = otters.json("image", "inspect", "child").get(0);

    assertThat(image.get("labels").get("org.opencontainers.image.base.digest").asString())
        .isEqualTo(parentDigest);
    JsonNode parents = image.get("config").get("x-otters").get("parents");
    assertThat(parents.get(0).get("name").asString()).isEqualTo("parent:latest");
    assertThat(parents.get(1).get("name").asString()).isEqualTo("elder:latest");
  }

  private static void build(String name, String agentfile) throws IOException {
    otters.run("build", "-t", name, otters.agentfile(name, agentfile).toString()).ok();
  }
}
