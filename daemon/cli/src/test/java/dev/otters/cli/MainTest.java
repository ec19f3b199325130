package dev.otters.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.LogLine;
import dev.otters.api.session.EventType;
import dev.otters.api.session.MessageAccepted;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.Given;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MainTest {
  private static final String SESSION = "/v1/agents/bob/sessions/s";
  private static final String EVENTS = SESSION + "/events";

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();
  private Bench bench;

  @BeforeEach
  void start() throws IOException {
    bench = new Bench(folder);
  }

  @AfterEach
  void stop() throws IOException {
    started.forEach(Process::destroyForcibly);
    bench.close();
  }

  private Process start(String... words) throws IOException {
    return start(new ProcessBuilder(), words);
  }

  private Process start(ProcessBuilder builder, String... words) throws IOException {
    List<String> line =
        new ArrayList<>(
            List.of(
                // Whatever ignores interrupts, as a shell's background jobs do, has children that
                // do.
                "env",
                "--default-signal=INT",
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    line.addAll(List.of(words));
    builder.command(line).redirectError(folder.resolve("err").toFile());
    builder.environment().put("OTTERS_HOME", bench.home().toString());
    Process process = builder.start();
    started.add(process);
    process.getOutputStream().close();
    return process;
  }

  private static String out(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void aProcessTalksToTheDaemonAndSaysNothingElse() throws Exception {
    bench
        .daemon()
        .answer(
            "GET /v1/agents",
            new AgentList(List.of(Given.summary("bob", AgentStatus.READY, null))));
    Process process = start("ps", "-q");
    assertThat(out(process)).isEqualTo("861068161a2b\n");
    assertThat(process.waitFor()).isZero();
    assertThat(folder.resolve("err")).isEmptyFile();
  }

  @Test
  void theExitCodeIsThatOfTheProblem() throws Exception {
    bench.daemon().refuse("GET /v1/agents", Problem.of(ErrorCode.REGISTRY_DENIED, "no", null));
    assertThat(start("ps").waitFor()).isEqualTo(22);
  }

  @Test
  void anInterruptEndsTheTurnAndWhatWasSaidIsStillPrinted() throws Exception {
    CountDownLatch following = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    bench
        .daemon()
        .refuse("GET " + SESSION, Problem.of(ErrorCode.SESSION_NOT_FOUND, "no s", null))
        .answer("POST " + EVENTS, new MessageAccepted("mine", 4, "s"))
        .on(
            "POST " + SESSION + "/interrupt",
            (request, reply) -> {
              reply.json(204, "");
              interrupted.countDown();
            })
        .on(
            "GET " + EVENTS,
            (request, reply) -> {
              reply.stream();
              reply.event(
                  "5",
                  Streams.EVENT,
                  Given.event(5, "t", EventType.TURN_STARTED, Map.of("messages", List.of("mine"))));
              following.countDown();
              assertThat(await(interrupted)).isTrue();
              reply.event(
                  "6",
                  Streams.EVENT,
                  Given.event(6, "t", EventType.AGENT_MESSAGE, Map.of("text", "So far")));
              reply.event(
                  "7",
                  Streams.EVENT,
                  Given.event(7, "t", EventType.TURN_FINISHED, Map.of("outcome", "interrupted")));
            });
    Process process = start("prompt", "-s", "s", "bob", "what?");
    assertThat(await(following)).isTrue();
    assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor())
        .isZero();
    assertThat(out(process)).isEqualTo("So far\n");
    assertThat(process.waitFor()).isEqualTo(130);
    assertThat(folder.resolve("err")).hasContent("interrupted");
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aReaderThatGoesAwayIsNoFailure() throws Exception {
    bench
        .daemon()
        .answer(
            "GET /v1/agents",
            new AgentList(
                Collections.nCopies(2000, Given.summary("bob", AgentStatus.READY, null))));
    Process process = start("ps");
    process.getInputStream().close();
    assertThat(process.waitFor()).isZero();
    assertThat(folder.resolve("err")).isEmptyFile();
  }

  @Test
  void aFullDiskIsAFailureAndNotSilence() throws Exception {
    bench
        .daemon()
        .answer(
            "GET /v1/agents",
            new AgentList(List.of(Given.summary("bob", AgentStatus.READY, null))));
    Process process = start(new ProcessBuilder().redirectOutput(new File("/dev/full")), "ps", "-q");
    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(folder.resolve("err"))
        .content()
        .startsWith("otters: cannot write to standard output");
  }

  @Test
  void aLogThatNobodyReadsAnyMoreIsNotFollowed() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    bench
        .daemon()
        .on(
            "GET /v1/agents/bob/logs",
            (request, reply) -> {
              reply.stream();
              reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stdout", "one"));
              assertThat(await(gone)).isTrue();
              reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stdout", "two"));
              reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stdout", "three"));
              var _ = await(new CountDownLatch(1));
            });
    Process process = start("logs", "-f", "bob");
    assertThat(process.getInputStream().read()).isEqualTo('o');
    process.getInputStream().close();
    gone.countDown();
    assertThat(process.waitFor(15, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }
}
