package dev.otters.executor.mounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.ImagePin;
import dev.otters.executor.Network;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.testkit.AgentFolders;
import dev.otters.executor.testkit.Specs;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MountPlanTest {
  private static final ImagePin IMAGE = new ImagePin("runtime", Digest.of(new byte[0]));
  @TempDir Path temp;
  private AgentFolders folders;
  private Path source;

  @BeforeEach
  void makeFolders() throws IOException {
    folders = AgentFolders.in(temp);
    SandboxBaseline.writeIdentity(spec(Network.NONE), folders.user());
    source = Files.createDirectory(temp.toRealPath().resolve("source"));
  }

  private SandboxSpec spec(Network network, OperatorMount... mounts) {
    return Specs.change(
        Specs.of(SandboxKey.ofAgent(UUID.randomUUID()), folders, IMAGE, List.of("/worker")),
        draft -> {
          draft.mounts = List.of(mounts);
          draft.network = network;
        });
  }

  @Test
  void bindsEachPartOfTheRoot() {
    List<Bind> binds = MountPlan.prepare(spec(Network.NONE));
    assertThat(binds.stream().filter(bind -> !bind.readOnly()).map(Bind::target))
        .containsExactlyInAnyOrder(
            "/workspace", "/home", "/tmp", "/var/lib", "/runtime", "/etc/context");
    assertThat(binds.stream().filter(Bind::readOnly).map(Bind::target))
        .containsExactlyInAnyOrder(
            "/etc/data",
            "/etc/Agentfile",
            "/etc/agent.yaml",
            "/opt/bins",
            "/opt/skills",
            "/etc/passwd",
            "/etc/group",
            "/etc/resolv.conf",
            "/run/otters");
    assertThat(binds).noneMatch(Bind::operators);
  }

  @Test
  void aCheckCanWriteToItsScratchFoldersOnly() throws IOException {
    Files.createDirectory(folders.root().resolve("substrate"));
    SandboxSpec check =
        Specs.change(
            spec(
                Network.NONE,
                new OperatorMount(source, "/home", false),
                new OperatorMount(source, "/workspace/a/b", true)),
            draft -> {
              UUID run = UUID.randomUUID();
              draft.key = new SandboxKey(run, run, SandboxKey.Purpose.CHECK);
            });

    List<Bind> binds = MountPlan.prepare(check);

    assertThat(binds)
        .filteredOn(bind -> !bind.readOnly())
        .singleElement()
        .matches(bind -> bind.target().equals("/home") && bind.source().equals(source));
    assertThat(binds.stream().map(Bind::target))
        .contains("/workspace", "/workspace/agent", "/workspace/a", "/workspace/a/b", "/runtime")
        .doesNotContain("/tmp", "/var/lib", "/etc/agent.yaml");
  }

  @ParameterizedTest
  @CsvSource({
    "substrate, /workspace/agent",
    "catalog, /workspace/.otters-runtime",
    "learnings, /memory/learnings"
  })
  void bindsFoldersOfTheDaemonForReadingOnly(String folder, String target) throws IOException {
    Files.createDirectory(folders.root().resolve(folder));

    assertThat(MountPlan.prepare(spec(Network.NONE)))
        .filteredOn(bind -> bind.target().equals(target))
        .singleElement()
        .matches(Bind::readOnly)
        .matches(bind -> bind.source().endsWith(folder));
  }

  @ParameterizedTest
  @CsvSource({"substrate, /workspace/agent", "catalog, /workspace/.otters-runtime"})
  void refusesALinkWhereAFolderOfTheDaemonBelongs(String folder, String target) throws IOException {
    Files.createDirectory(folders.root().resolve(folder));
    Files.createSymbolicLink(folders.root().resolve(target.substring(1)), Path.of("/opt"));

    assertThatThrownBy(() -> MountPlan.prepare(spec(Network.NONE)))
        .hasMessageContaining(target)
        .hasMessageContaining("a symbolic link");
  }

  @Test
  void leavesNameResolutionToTheEngineWhereThereIsANetwork() {
    assertThat(MountPlan.prepare(spec(Network.BRIDGE)))
        .noneMatch(bind -> bind.target().equals("/etc/resolv.conf"));
  }

  @Test
  void sharesTheFoldersOnTheWayToSeveralMounts() {
    List<Bind> binds =
        MountPlan.prepare(
            spec(
                Network.NONE,
                new OperatorMount(source, "/workspace/a/b", true),
                new OperatorMount(source, "/workspace/a/c", false)));
    assertThat(binds.stream().map(Bind::target).filter(t -> t.startsWith("/workspace/")))
        .containsExactly("/workspace/a", "/workspace/a/b", "/workspace/a/c");
    assertThat(binds.stream().filter(Bind::operators)).hasSize(2);
  }

  @Test
  void refusesASourceThatBecameALink() throws IOException {
    Path swapped = temp.toRealPath().resolve("swapped");
    Files.createSymbolicLink(swapped, Path.of("/etc"));
    OperatorMount mount = new OperatorMount(swapped, "/workspace/a", true);
    assertThatThrownBy(() -> MountPlan.prepare(spec(Network.NONE, mount)))
        .hasMessageContaining("a symbolic link");
    OperatorMount below = new OperatorMount(swapped.resolve("ssh"), "/workspace/a", true);
    assertThatThrownBy(() -> MountPlan.prepare(spec(Network.NONE, below)))
        .hasMessageContaining("a symbolic link");
  }

  @Test
  void refusesMountsInOneAnother() {
    assertThatThrownBy(
            () ->
                MountPlan.prepare(
                    spec(
                        Network.NONE,
                        new OperatorMount(source, "/workspace/a/b", true),
                        new OperatorMount(source, "/workspace/a", true))))
        .hasMessageContaining("overlaps");
  }

  @Test
  void refusesAMissingPartOfTheRoot() throws IOException {
    Files.delete(folders.root().resolve("etc/agent.yaml"));
    assertThatThrownBy(() -> MountPlan.prepare(spec(Network.NONE)))
        .hasMessageContaining("agent.yaml");
  }
}
