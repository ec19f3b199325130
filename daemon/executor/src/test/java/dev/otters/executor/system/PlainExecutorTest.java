package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.executor.BinMount;
import dev.otters.executor.BinMounts;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import dev.otters.executor.Network;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.Pause;
import dev.otters.executor.RunSpec;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxTools;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.system.process.ProcessId;
import dev.otters.executor.testkit.Conduct;
import dev.otters.executor.testkit.ExecOutput;
import dev.otters.executor.testkit.ExecutorContract;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.executor.testkit.Shell;
import dev.otters.executor.testkit.Specs;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the part of the contract that needs no sandbox. */
@Tag("bubblewrap")
class PlainExecutorTest extends ExecutorContract {
  PlainExecutorTest() {
    super(SystemFixture.FIXTURE);
  }

  @Override
  protected Executor open(UUID wanted) throws IOException {
    AsOrdinaryUser user = AsOrdinaryUser.in(temp, folders);
    folders = user.folders();
    return user.open(() -> SystemFixture.openPlain(wanted, temp));
  }

  @Override
  protected List<String> command(Conduct conduct) {
    return Shell.command(conduct).stream().map(this::onTheMachine).toList();
  }

  private String onTheMachine(String word) {
    return word.replace("/bin/busybox sleep", "/bin/sleep")
        .replace("/workspace", folders.workspace().toString());
  }

  @Override
  protected boolean boundsResources() {
    return false;
  }

  @Override
  protected boolean holdsReadOnlyMounts() {
    return false;
  }

  private SandboxSpec script(String text, List<BinMount> bins, OperatorMount... mounts)
      throws IOException {
    return script(Network.NONE, text, bins, mounts);
  }

  private SandboxSpec script(
      Network network, String text, List<BinMount> bins, OperatorMount... mounts)
      throws IOException {
    return Specs.change(
        Specs.of(agent, folders, runtime(), Shell.script(text)),
        draft -> {
          draft.tools = new SandboxTools(bins, BinMounts.AUTO);
          draft.mounts = List.of(mounts);
          draft.network = network;
        });
  }

  private List<String> printed(SandboxSpec spec) {
    executor.create(spec, Progress.NONE);
    executor.start(agent);
    return texts();
  }

  @Test
  void namesEverythingThatItDoesNotEnforce() {
    assertThat(executor.info().limitations())
        .extracting(Limitation::name)
        .containsExactlyInAnyOrderElementsOf(
            Limitations.NAMES.stream()
                .filter(name -> !name.equals(Limitations.USER_REMAP))
                .filter(name -> !name.equals(Limitations.BRIDGE_CONNECTS))
                .toList());
  }

  @Test
  void theEnvironmentHoldsOurConstantsAlone() throws IOException {
    Path root = folders.root();
    assertThat(printed(script("/usr/bin/env; pwd", List.of())))
        .filteredOn(line -> !line.matches("(PWD|SHLVL|OLDPWD|_)=.*"))
        .containsExactlyInAnyOrder(
            "HOME=" + root + "/home",
            "TMPDIR=" + root + "/tmp",
            "LANG=C.UTF-8",
            "PATH=" + root + "/usr/bin",
            "OTTERSD_URL=unix://" + folders.socket() + "/d.sock",
            "OTTERS_AGENT_ROOT=" + root,
            root.toString());
  }

  @Test
  void toolsAreLinksInUsrBin() throws IOException {
    BinMount tool = new BinMount("wc", SystemFixture.IMAGES.tool("wc"), "/");
    SystemFixture.images().folder(tool.image(), Platform.ofThisMachine(), Progress.NONE);
    SystemFixture.openToAll();
    Path link = folders.root().resolve("opt/bins/wc");
    Files.createSymbolicLink(link, Path.of(tool.target(), "wc"));

    assertThat(printed(script("echo a b c | wc -w", List.of(tool)))).containsExactly("3");
    assertThat(folders.root().resolve("usr/bin/wc")).isSymbolicLink().isExecutable();
  }

  @Test
  void mountsAreLinksThatAreMadeAnewAtEachStart() throws IOException {
    Path source = Files.createDirectory(temp.resolve("source"));
    Files.writeString(source.resolve("f"), "hello\n");
    OperatorMount mount = new OperatorMount(source, "/workspace/deep/src", false);
    String read = "read -r line <workspace/deep/src/f; echo $line";

    assertThat(printed(script(read, List.of(), mount))).containsExactly("hello");
    assertThat(printed(script(read, List.of(), mount))).containsExactly("hello");
    assertThat(folders.workspace().resolve("deep/src").toRealPath()).isEqualTo(source);
  }

  @Test
  void aLinkThatTheAgentPlantedDoesNotMoveAMount() throws IOException {
    Path source = Files.createDirectory(temp.resolve("source"));
    Path other = Files.createDirectory(temp.resolve("other"));
    Files.createSymbolicLink(folders.workspace().resolve("deep"), other);
    SandboxSpec spec =
        script("exit", List.of(), new OperatorMount(source, "/workspace/deep/src", false));

    assertRefused(Reason.MOUNT, () -> executor.create(spec, Progress.NONE));
    assertThat(other).isEmptyDirectory();
  }

  @Test
  void refusesWhatOnlyASandboxCouldHold() throws IOException {
    Path source = Files.createDirectory(temp.resolve("source"));
    SandboxUser other = new SandboxUser(folders.user().uid() + 1, folders.user().gid());
    List<SandboxSpec> refused =
        List.of(
            script("exit", List.of(), new OperatorMount(source, "/kube", false)),
            Specs.withUser(script("exit", List.of()), other),
            script(Network.BRIDGE, "exit", List.of()));
    for (SandboxSpec spec : refused) {
      assertRefused(Reason.UNSUPPORTED, () -> executor.create(spec, Progress.NONE));
    }
    assertThat(executor.list()).isEmpty();
  }

  @Test
  void refusesWhatNeedsASandboxToLookInto() throws IOException {
    executor.create(script("echo ready; exec /bin/sleep 600", List.of()), Progress.NONE);
    executor.start(agent);
    awaitReady();
    ExecSpec spec = new ExecSpec(List.of("/bin/true"), Map.of(), "/", Optional.empty());
    assertRefused(Reason.UNSUPPORTED, () -> executor.exec(agent, spec, new ExecOutput()));
    assertRefused(Reason.UNSUPPORTED, () -> executor.usage(agent));
  }

  @Test
  void refusesToRunAProgramInASandboxOfItsOwn() throws IOException {
    RunSpec run =
        Specs.run(
            script("echo ran", List.of()),
            SandboxKey.ofToolRun(UUID.randomUUID()),
            Map.of(),
            Duration.ofSeconds(1));
    ExecutorException refused =
        refusal(() -> executor.runOnce(run, Progress.NONE, new ExecOutput()));
    assertThat(refused.reason()).isEqualTo(Reason.UNSUPPORTED);
    assertThat(refused).hasMessageContaining(Limitations.NO_SANDBOX);
    assertThat(executor.list()).isEmpty();
  }

  @Test
  void refusesToRunForRoot() {
    assumeTrue(OrdinaryUser.isRoot(), "only root can see that");
    assertRefused(Reason.UNSUPPORTED, () -> SystemFixture.openPlain(UUID.randomUUID(), temp));
  }

  @Test
  void allProcessesEndWithTheProgramAlsoThoseThatLeftItsSession() throws IOException {
    Path file = folders.workspace().resolve("pid");
    String leave = "/usr/bin/setsid /bin/sh -c 'echo $$ >" + file + "; exec /bin/sleep 600' &";
    executor.create(script(leave + " echo ready; wait", List.of()), Progress.NONE);
    executor.start(agent);
    awaitReady();
    ProcessId left = left(file);
    executor.kill(agent);
    assertThat(Pause.until(Duration.ofSeconds(20), () -> !left.isAlive())).isTrue();
  }

  @Test
  void whatAProgramLeavesBehindEndsAfterIt() throws IOException {
    Path file = folders.workspace().resolve("pid");
    String leave = "/usr/bin/setsid /bin/sh -c 'echo $$ >" + file + "; exec /bin/sleep 600' &";
    assertThat(printed(script(leave + " /bin/sleep 1; echo ready", List.of())))
        .containsExactly("ready");
    assertThat(executor.status(agent).orElseThrow().state()).isEqualTo(Sandbox.State.EXITED);
    int left = Integer.parseInt(Files.readString(file).strip());
    assertThat(ProcessId.of(left).filter(ProcessId::isAlive)).isEmpty();
  }

  private static ProcessId left(Path file) throws IOException {
    Pause.until(Duration.ofSeconds(20), () -> file.toFile().length() > 1);
    return ProcessId.of(Integer.parseInt(Files.readString(file).strip())).orElseThrow();
  }
}
