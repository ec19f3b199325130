package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.EnvView;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.SkillView;
import dev.otters.oci.Progress;
import dev.otters.protocol.AgentSetup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class AgentTreeTest {
  private static final String SECRET = "tok-4f1e9c";
  private static final String AGENTFILE =
      AgentKit.AGENTFILE
          + """
          ADD notes.txt "Some notes."
          CAPABILITY note-save
          CONFIG temperature=0.5
          CONFIG greeting="007"
          BIN second tools/sh:1 "The same again." <<U
          Call it twice.
          U
          SKILL deploy skills/deploy
          """;

  @TempDir Path folder;
  @AutoClose private AgentKit kit;
  private Path source;
  private AgentView agent;
  private Path root;

  @BeforeEach
  void start() throws IOException {
    kit = new AgentKit(folder);
    Files.writeString(folder.resolve("context/notes.txt"), "remember\n");
    Path scripts = Files.createDirectories(folder.resolve("context/skills/deploy/scripts"));
    Files.writeString(scripts.resolve("run.sh"), "#!/bin/sh\n").toFile().setExecutable(true);
    Files.writeString(
        scripts.resolve("../SKILL.md"),
        "---\nname: deploy\ndescription: How to deploy.\n---\n# Deploy\n");
    kit.images().agent("full:1", AGENTFILE);
    source = Files.createDirectory(folder.resolve("project"));
    Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rwxr-xr-x"));
    agent =
        kit.run(
            RunRequests.of(
                "full:1",
                Map.of(
                    "name",
                    "homelab",
                    "env",
                    Map.of("API_TOKEN", SECRET, "EXTRA", "more", "GREETING", "Moin"),
                    "mounts",
                    List.of(
                        new MountRequest(source.toString(), "src", "Project: \"source\"", true)))));
    root = kit.root(agent);
  }

  @Test
  void theTreeIsTheOneOfTheFormat() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      assertThat(
              files
                  .map(file -> root.relativize(file).toString())
                  .filter(name -> !name.isEmpty())
                  .sorted())
          .containsExactly(
              "catalog",
              "etc",
              "etc/Agentfile",
              "etc/agent.yaml",
              "etc/context",
              "etc/context/SOUL.md",
              "etc/data",
              "etc/data/bins",
              "etc/data/bins/second",
              "etc/data/bins/second/USAGE.md",
              "etc/data/bins/sh",
              "etc/data/bins/sh/USAGE.md",
              "etc/data/notes.txt",
              "etc/group",
              "etc/passwd",
              "etc/resolv.conf",
              "home",
              "home/.cache",
              "home/.config",
              "home/.local",
              "home/.local/share",
              "learnings",
              "learnings/corrections.jsonl",
              "learnings/errors.jsonl",
              "learnings/lessons.jsonl",
              "opt",
              "opt/bins",
              "opt/bins/second",
              "opt/bins/sh",
              "opt/skills",
              "opt/skills/deploy",
              "opt/skills/deploy/SKILL.md",
              "opt/skills/deploy/scripts",
              "opt/skills/deploy/scripts/run.sh",
              "runtime",
              "substrate",
              "substrate/AGENTS.md",
              "substrate/BOOTSTRAP.md",
              "substrate/HEARTBEAT.md",
              "substrate/IDENTITY.md",
              "substrate/MEMORY.md",
              "substrate/SOUL.md",
              "substrate/TOOLS.md",
              "substrate/USER.md",
              "tmp",
              "var",
              "var/lib",
              "workspace",
              "workspace/.otters-runtime",
              "workspace/agent",
              "workspace/src");
    }
  }

  @Test
  void theAgentfileIsTheSourceByteForByte() throws IOException {
    assertThat(Files.readAllBytes(root.resolve("etc/Agentfile")))
        .isEqualTo(AGENTFILE.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void toolsAreLinksToTheirImagesAndHaveTheirUsage() throws IOException {
    assertThat(Files.readSymbolicLink(root.resolve("opt/bins/sh")))
        .hasToString("/opt/bin-images/sh/sh");
    assertThat(Files.readSymbolicLink(root.resolve("opt/bins/second")))
        .hasToString("/opt/bin-images/second/sh");
    assertThat(root.resolve("etc/data/bins/sh/USAGE.md")).hasContent("# How to call sh\n");
    assertThat(root.resolve("etc/data/bins/second/USAGE.md")).hasContent("Call it twice.");
    assertThat(root.resolve("etc/data/notes.txt")).hasContent("remember\n");
    assertThat(root.resolve("etc/context/SOUL.md")).hasContent("You are a guide.");
  }

  @Test
  void skillsAreThereForTheToolsAndInTheViews() throws IOException {
    Path skill = root.resolve("opt/skills/deploy");

    assertThat(skill.resolve("SKILL.md")).content().endsWith("# Deploy\n");
    assertThat(skill.resolve("scripts/run.sh")).isExecutable();
    assertThat(Files.getPosixFilePermissions(skill.resolve("scripts")))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(kit.setups.getLast().skills())
        .containsExactly(new AgentSetup.Skill("deploy", "How to deploy."));
    assertThat(agent.contents().skills())
        .containsExactly(new SkillView("deploy", "How to deploy.", "/opt/skills/deploy"));
  }

  @Test
  void agentYamlHasTheKeysAndShapesOfTheFormat() throws IOException {
    Map<String, Object> yaml =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Files.readString(root.resolve("etc/agent.yaml")));

    assertThat(yaml)
        .containsOnlyKeys(
            "id",
            "name",
            "model",
            "workspace",
            "image",
            "runtime",
            "configs",
            "capabilities",
            "envs",
            "mounts",
            "context",
            "skills",
            "tools")
        .containsEntry("id", agent.id())
        .containsEntry("name", "homelab")
        .containsEntry("model", "scripted/guide")
        .containsEntry("workspace", "/workspace")
        .containsEntry("image", Map.of("ref", "full:1", "digest", agent.image().digest()))
        .containsEntry(
            "runtime", Map.of("ref", "otters/runtime:0.1.0", "digest", agent.runtime().digest()))
        .containsEntry(
            "configs",
            Map.of("max-tokens", 2048, "verbose", true, "temperature", 0.5, "greeting", "007"))
        .containsEntry("context", List.of("/etc/context/SOUL.md"))
        .containsEntry(
            "mounts",
            List.of(
                Map.of(
                    "target",
                    "/workspace/src",
                    "description",
                    "Project: \"source\"",
                    "read_only",
                    true)))
        .containsEntry(
            "envs",
            List.of(
                Map.of("key", "GREETING", "description", "How to greet."),
                Map.of("key", "API_TOKEN", "description", "For the service."),
                Map.of("key", "EXTRA", "description", "")));
    assertThat((List<?>) yaml.get("skills"))
        .singleElement()
        .isEqualTo(
            Map.of(
                "name", "deploy",
                "description", "How to deploy.",
                "folder", "/opt/skills/deploy"));
    assertThat((List<?>) yaml.get("tools"))
        .element(0)
        .isEqualTo(
            Map.of(
                "name", "sh",
                "description", "The tool sh.",
                "binary", "/opt/bins/sh",
                "ref", "tools/sh:1",
                "digest", agent.contents().tools().getFirst().digest(),
                "usage", "/etc/data/bins/sh/USAGE.md"));
  }

  @Test
  void noValueOfTheEnvironmentAndNoPathOfTheHostIsAnywhereBelowTheRoot() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file :
          files.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS)).toList()) {
        assertThat(Files.readString(file))
            .as(file.toString())
            .doesNotContain(SECRET, "Moin", folder.toString());
      }
    }
    assertThat(kit.sandbox(agent).spec().toString()).doesNotContain(SECRET, "Moin");
  }

  @Test
  void theRuntimeIsToldTheValuesOverItsSocket() {
    AgentSetup setup = kit.setups.getLast();

    assertThat(setup.identity().name()).isEqualTo("homelab");
    assertThat(setup.identity().description()).isEqualTo("A guide");
    assertThat(setup.configs()).containsEntry("max-tokens", "2048");
    assertThat(setup.envs())
        .containsExactly(
            new AgentSetup.Env("GREETING", "How to greet.", "Moin", false),
            new AgentSetup.Env("API_TOKEN", "For the service.", SECRET, true),
            new AgentSetup.Env("EXTRA", "", "more", false));
    assertThat(setup.tools())
        .containsExactly(
            new AgentSetup.Tool("sh", "The tool sh.", "/opt/bins/sh"),
            new AgentSetup.Tool("second", "The same again.", "/opt/bins/second"));
    assertThat(setup.mounts())
        .containsExactly(new AgentSetup.Mount("/workspace/src", "Project: \"source\"", true));
    assertThat(setup.capabilities())
        .extracting(AgentSetup.Capability::name)
        .containsExactly("note-save");
    assertThat(setup.dataFiles())
        .containsExactly(new AgentSetup.DataFile("notes.txt", "Some notes."));
  }

  @Test
  void noViewShowsASecretValue() {
    assertThat(agent.contents().envs())
        .contains(
            new EnvView("GREETING", "How to greet.", "Moin", false, "operator"),
            new EnvView("API_TOKEN", "For the service.", null, true, "operator"));
    assertThat(dev.otters.api.Json.write(agent)).doesNotContain(SECRET);
  }

  @Test
  void theTokenIsRemovedOnceTheRuntimeHasIt() {
    Path socketFolder = kit.sandbox(agent).spec().socketFolder().orElseThrow();

    assertThat(socketFolder.resolve("token")).doesNotExist();
    assertThat(socketFolder.resolve("d.sock")).exists();
  }

  @Test
  void aMountThatIsGoneIsNoticedAtTheNextStart() throws IOException {
    kit.keeper().stop("homelab", java.time.Duration.ZERO);
    Files.delete(source);

    assertThatThrownBy(() -> kit.keeper().start("homelab", Progress.NONE))
        .hasMessageContaining("does not exist");
    assertThat(kit.state(agent))
        .isInstanceOfSatisfying(
            Lifecycle.Failed.class, failed -> assertThat(failed.reason()).isEqualTo(Reason.CONFIG));
  }

  @Test
  void aChangedImageStoreIsNoticed() throws IOException {
    kit.keeper().stop("homelab", java.time.Duration.ZERO);
    Path blob = folder.resolve("h/registry/blobs/sha256");
    try (Stream<Path> blobs = Files.list(blob)) {
      Path notes = blobs.filter(AgentTreeTest::isNotes).findFirst().orElseThrow();
      notes.toFile().setWritable(true);
      Files.writeString(notes, "forgotten");
    }

    assertThatThrownBy(() -> kit.keeper().start("homelab", Progress.NONE))
        .hasMessageContaining("notes.txt");
  }

  private static boolean isNotes(Path blob) {
    try {
      return Files.size(blob) == 9 && Files.readString(blob).equals("remember\n");
    } catch (IOException e) {
      return false;
    }
  }
}
