package dev.otters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import dev.otters.protocol.TurnOptions;
import dev.otters.worker.tool.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program as a process of its own, with the options of the image. */
@Timeout(120)
class MainTest {
  private static final Activation ACTIVATION =
      new Activation("a1", 1, "s", "t", new TurnOptions(60_000, 60_000));

  @TempDir Path root;
  private String script = "echo ünï 🦦";
  private ScriptedDaemon daemon;
  private Process process;

  @BeforeEach
  void prepare() throws Exception {
    Bench.folders(root);
    daemon = new ScriptedDaemon(root, Setups.withTools(Bench.tool("sh")), this::next);
  }

  @AfterEach
  void clean() throws Exception {
    daemon.close();
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void aStopOverTheWireEndsItWithZero() throws Exception {
    start(Map.of("OTTERSD_URL", "unix://" + daemon.socket()));
    daemon.await(() -> !daemon.calls(Call.Lease.class).isEmpty());

    daemon.tell(new Notice.Stop(1000));

    assertThat(process.waitFor()).as(log()).isZero();
  }

  @Test
  void aSignalThatTheDaemonDidNotAnnounceEndsItLikeASignal() throws Exception {
    start(Map.of("OTTERSD_URL", "unix://" + daemon.socket()));
    daemon.await(() -> !daemon.calls(Call.Lease.class).isEmpty());

    process.destroy();

    assertThat(process.waitFor()).as(log()).isEqualTo(143);
    assertThat(log()).contains(" ready: 1 tool, 0 mounts\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSignalLetsTheTurnEndFirst(boolean announced) throws Exception {
    script = "touch up; until [ -e go ]; do :; done";
    start(Map.of("OTTERSD_URL", "unix://" + daemon.socket()));
    daemon.enqueue(ACTIVATION);
    Path workspace = root.resolve("workspace");
    await(() -> Files.exists(workspace.resolve("up")));
    if (announced) {
      daemon.tell(new Notice.Stop(60_000));
      await(() -> log().contains("stopping within 60000 ms"));
    }
    process.destroy();
    await(() -> log().contains("stopping within 5000 ms"));
    Files.writeString(workspace.resolve("go"), "");

    assertThat(process.waitFor()).as(log()).isEqualTo(announced ? 0 : 143);
    assertThat(daemon.ends).hasSize(1);
  }

  @Test
  void whatAToolOrphansEndsWithIt() throws Exception {
    script = "(setsid sh -c 'echo $$ > pid; exec sleep 100000' &); until [ -s pid ]; do :; done";
    start(Map.of("OTTERSD_URL", "unix://" + daemon.socket()));
    daemon.enqueue(ACTIVATION);
    daemon.await(() -> !daemon.ends.isEmpty());

    String pid = Files.readString(root.resolve("workspace/pid")).strip();
    assertThat(ProcessHandle.of(Long.parseLong(pid))).isEmpty();
  }

  @Test
  void argumentsOfToolsAreUtf8() throws Exception {
    start(Map.of("OTTERSD_URL", "unix://" + daemon.socket(), "LANG", "C.UTF-8"));
    daemon.enqueue(ACTIVATION);

    daemon.await(() -> !daemon.ends.isEmpty());

    assertThat(daemon.results.get("a1.1.1.c1").stdout()).isEqualTo("ünï 🦦\n");
  }

  @Test
  void aWrongAddressEndsItWithOneSentence() throws Exception {
    start(Map.of("OTTERSD_URL", "http://localhost:1"));

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(log())
        .matches(
            "\\S+Z The runtime's options are invalid: OTTERSD_URL must be unix:///PATH, not:"
                + " http://localhost:1\\.\n");
  }

  @Test
  void aMissingTokenEndsItWithOneSentence() throws Exception {
    Files.delete(root.resolve("token"));
    start(Map.of("OTTERSD_URL", "unix://" + daemon.socket()));

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(log())
        .matches("\\S+Z The runtime cannot read its token from " + root + "/token\\.\n");
  }

  private Answer next(int step, Call.Complete call) {
    if (step > 1) {
      return new Answer.Over(Outcome.Kind.ANSWERED);
    }
    String json = new ToolInput(List.of("-c", script), "").toJson();
    return new Answer.Run(List.of(new ToolCall("c1", "sh", json)));
  }

  private void start(Map<String, String> environment) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:+DisableAttachMechanism",
                "-XX:-UsePerfData",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(logFile().toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("OTTERS_AGENT_ROOT", root.toString());
    process = builder.start();
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    while (!condition.call()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  private Path logFile() {
    return root.resolve("log");
  }

  private String log() throws IOException {
    return Files.readString(logFile());
  }
}
