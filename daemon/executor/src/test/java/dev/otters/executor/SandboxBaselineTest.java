package dev.otters.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.testkit.Specs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxBaselineTest {
  @TempDir Path root;
  private Path etc;

  @BeforeEach
  void makeFolder() throws IOException {
    etc = Files.createDirectory(root.resolve("etc"));
  }

  private SandboxSpec spec() {
    SandboxSpec example = Specs.example();
    return Specs.of(
        example.key(),
        root,
        example.socketFolder().orElseThrow(),
        example.user(),
        example.runtime());
  }

  private void write(SandboxUser user) {
    SandboxBaseline.writeIdentity(spec(), user);
  }

  @Test
  void namesAHostLikeItsAgentWhereTheNameIsAHostName() {
    for (String name : List.of("a", "guide-2", "x".repeat(63))) {
      assertThat(SandboxBaseline.hostName(Specs.change(spec(), d -> d.name = name)))
          .isEqualTo(name);
    }
    for (String name : List.of("", "-a", "a-", "A", "a.b", "a_b", "x".repeat(64))) {
      assertThat(SandboxBaseline.hostName(Specs.change(spec(), d -> d.name = name)))
          .isEqualTo("agent");
    }
  }

  @Test
  void givesProgramsTheSameVariablesInEverySandbox() {
    assertThat(SandboxBaseline.environment())
        .containsOnly(
            Map.entry("HOME", "/home"),
            Map.entry("TMPDIR", "/tmp"),
            Map.entry("LANG", "C.UTF-8"),
            Map.entry("PATH", "/opt/bins"),
            Map.entry("OTTERSD_URL", "unix:///run/otters/d.sock"),
            Map.entry("OTTERS_AGENT_ROOT", "/"));
  }

  @Test
  void refusesRoot() {
    assertThatThrownBy(() -> SandboxBaseline.refuseRoot(new SandboxUser(0, 1000)))
        .isInstanceOfSatisfying(
            ExecutorException.class,
            e -> assertThat(e.reason()).isEqualTo(ExecutorException.Reason.UNSUPPORTED));
  }

  @Test
  void saysWhichFileCannotBeWritten() throws IOException {
    Files.delete(etc);
    assertThatThrownBy(() -> write(new SandboxUser(1000, 1000)))
        .isInstanceOf(ExecutorException.class)
        .hasMessageContaining("cannot write to " + etc);
  }

  @Test
  void namesTheUserAndRoot() throws IOException {
    write(new SandboxUser(1000, 1001));

    assertThat(etc.resolve("passwd"))
        .hasContent("root:x:0:0:root:/:/bin/false\nagent:x:1000:1001:agent:/home:/bin/false");
    assertThat(etc.resolve("group")).hasContent("root:x:0:\nagent:x:1001:");
  }

  @Test
  void namesOneUserWhereTheSandboxIsRootOfARootlessEngine() throws IOException {
    write(new SandboxUser(0, 0));
    assertThat(etc.resolve("passwd")).hasContent("agent:x:0:0:agent:/home:/bin/false");
    assertThat(etc.resolve("group")).hasContent("agent:x:0:");
  }

  @Test
  void writesFilesThatEverybodyReadsAndReplacesOldOnes() throws IOException {
    Files.writeString(etc.resolve("resolv.conf"), "nameserver 192.0.2.1");
    write(new SandboxUser(1000, 1000));

    assertThat(etc.resolve("resolv.conf")).content().doesNotContain("nameserver");
    assertThat(Files.getPosixFilePermissions(etc.resolve("passwd")))
        .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(etc).isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void aLinkLeftInTheWayIsNotFollowed() throws IOException {
    Path outside = Files.writeString(root.resolve("outside"), "kept");
    Files.createSymbolicLink(etc.resolve("passwd.new"), outside);
    Files.createSymbolicLink(etc.resolve("group"), outside);
    write(new SandboxUser(1000, 1000));
    assertThat(outside).hasContent("kept");
    assertThat(etc.resolve("group")).isRegularFile().content().contains("agent");
  }

  @Test
  void refusesWhatOnlyAnEngineHas() {
    SandboxTools tools =
        new SandboxTools(List.of(new BinMount("sh", spec().runtime(), "/")), BinMounts.of("image"));
    for (SandboxSpec bad :
        List.of(
            Specs.withNetwork(spec(), Network.BRIDGE),
            Specs.change(spec(), draft -> draft.tools = tools))) {
      assertThatThrownBy(() -> SandboxBaseline.refuseEngineFeatures(bad, "system"))
          .isInstanceOfSatisfying(
              ExecutorException.class,
              e -> assertThat(e.reason()).isEqualTo(ExecutorException.Reason.UNSUPPORTED));
    }
    SandboxBaseline.refuseEngineFeatures(spec(), "system");
    SandboxTools none = new SandboxTools(List.of(), BinMounts.IMAGE);
    SandboxBaseline.refuseEngineFeatures(Specs.change(spec(), d -> d.tools = none), "system");
    assertThat(BinMounts.AUTO).hasToString("auto");
  }
}
