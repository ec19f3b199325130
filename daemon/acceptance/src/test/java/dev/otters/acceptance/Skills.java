package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An agent that reads a skill when it needs it, and cannot change it. */
abstract class Skills {
  private static final String AGENTFILE =
      """
      FROM scratch
      NAME apprentice
      MODEL scripted/shell
      BIN sh otters/tools/sh:latest "A shell."
      SKILL tea skills/tea
      """;

  private Otters otters;
  private Path context;

  abstract Otters fresh() throws IOException;

  @BeforeEach
  void anAgentWithASkill() throws IOException {
    otters = fresh();
    otters.shellModel("shell");
    context = otters.agentfile("apprentice", AGENTFILE);
    write("Makes tea. | `x`", "Steep it for three minutes.");
    Otters.write(context.resolve("skills/tea/scripts/boil.sh"), "#!/bin/sh\necho boiled\n");
    assertThat(context.resolve("skills/tea/scripts/boil.sh").toFile().setExecutable(true)).isTrue();
  }

  @AfterEach
  void remove() throws IOException {
    otters.close();
  }

  @Test
  void itIsListedReadAndRunButNotChanged() throws IOException {
    Run run = otters.run("run", context.toString());
    run.ok();
    assertThat(run.err()).doesNotContain("implement");
    assertThat(otters.root("apprentice").resolve("etc/context/AGENT.md"))
        .content()
        .contains("- **tea** `/opt/skills/tea/SKILL.md` — Makes tea. \\| \\`x\\`\n");

    assertThat(answerTo("cat /opt/skills/tea/SKILL.md")).contains("Steep it for three minutes.");
    assertThat(answerTo("sh /opt/skills/tea/scripts/boil.sh")).contains("boiled");
    for (String attack :
        new String[] {
          "echo evil >> /opt/skills/tea/SKILL.md",
          "rm -rf /opt/skills/tea",
          "touch /opt/skills/new",
          "chmod 777 /opt/skills/tea",
          "mv /opt/skills /tmp/moved",
          "ln -s /tmp /opt/skills/link",
        }) {
      assertThat(answerTo(attack))
          .as(attack)
          .containsAnyOf("Read-only file system", "Permission denied", "Device or resource busy");
    }
    assertThat(answerTo("cat /opt/skills/tea/SKILL.md")).doesNotContain("evil");

    JsonNode skill = otters.json("inspect", "apprentice").get(0).get("skills").get(0);
    assertThat(skill.get("name").asString()).isEqualTo("tea");
    assertThat(skill.get("description").asString()).isEqualTo("Makes tea. | `x`");
    assertThat(skill.get("path").asString()).isEqualTo("/opt/skills/tea");
    assertThat(otters.run("image", "inspect", "apprentice").ok()).contains("skills/tea");
  }

  @Test
  void anUpdatedImageReplacesIt() throws IOException {
    otters.run("run", context.toString()).ok();
    write("Makes tea.", "Steep it for five minutes.");
    Files.delete(context.resolve("skills/tea/scripts/boil.sh"));
    otters.run("build", "-t", "apprentice:2", context.toString()).ok();
    otters.run("update", "apprentice", "--image", "apprentice:2").ok();

    assertThat(answerTo("cat /opt/skills/tea/SKILL.md; ls /opt/skills/tea"))
        .contains("five minutes")
        .doesNotContain("scripts");
  }

  @Test
  void aSkillOfAnotherImageIsReadLikeAFolder() throws IOException {
    Path library = context.resolve("Library");
    Otters.write(library, "FROM scratch\nSKILL tea skills/tea\n");
    otters.run("build", "-f", library.toString(), "-t", "library:1", context.toString()).ok();
    Path other = otters.agentfile("other", AGENTFILE.replace("skills/tea", "library:1"));
    otters.run("build", "-t", "apprentice:1", other.toString()).ok();
    otters.run("rmi", "library:1").ok();

    Run run = otters.run("run", "apprentice:1");
    run.ok();

    assertThat(run.err()).doesNotContain("implement", "lacks");
    assertThat(answerTo("cat /opt/skills/tea/SKILL.md")).contains("Steep it for three minutes.");
    assertThat(answerTo("sh /opt/skills/tea/scripts/boil.sh")).contains("boiled");
    assertThat(answerTo("touch /opt/skills/tea/new"))
        .containsAnyOf("Read-only file system", "Permission denied");
    assertThat(otters.root("apprentice").resolve("etc/agent.yaml"))
        .content()
        .contains("/opt/skills/tea");
    assertThat(
            otters.json("inspect", "apprentice").get(0).get("skills").get(0).get("path").asString())
        .isEqualTo("/opt/skills/tea");
  }

  @Test
  void aFolderThatIsNoSkillStopsTheBuild() {
    Otters.write(context.resolve("skills/tea/SKILL.md"), "# Tea\n");

    assertThat(otters.run("build", context.toString()).failed(10))
        .contains("Agentfile:5:11: error: SKILL tea: folder \"skills/tea\" has a SKILL.md without")
        .contains("it must start with a line '---'");
  }

  private void write(String description, String text) {
    Otters.write(
        context.resolve("skills/tea/SKILL.md"),
        "---\nname: tea\ndescription: '" + description + "'\n---\n" + text + "\n");
  }

  private String answerTo(String command) {
    return otters.run("prompt", "apprentice", "run " + command).ok();
  }
}
