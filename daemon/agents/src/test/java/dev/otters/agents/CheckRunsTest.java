package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.create.RunRequests;
import dev.otters.api.agent.AgentView;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.writeback.Writeback;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.Ran;
import dev.otters.sessions.outcome.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** BINs of an agent that check its work. */
class CheckRunsTest extends AgentKitTest {
  private static final String SECRET = "tok-4f1e9c-83ab";

  private UUID agent;

  @BeforeEach
  void runAgent() {
    AgentView view = kit.run(RunRequests.of("guide:1", Map.of("env", Map.of("API_TOKEN", SECRET))));
    agent = UUID.fromString(view.id());
  }

  private Ran run(String... args) {
    return kit.directory().program(agent, new SessionId("s"), "sh", List.of(args));
  }

  private Ran run(FakeEngine.ExecProgram program) {
    kit.engine.execProgram(program);
    return run("-c", "test");
  }

  private void assertNothingIsLeft() throws IOException {
    try (var roots = Files.list(kit.home.runs())) {
      assertThat(roots).isEmpty();
    }
  }

  @Test
  void theProgramOfTheImageRunsWithTheArgumentsOfTheCheck() throws IOException {
    kit.engine.execProgram(
        program -> {
          program.print(Stream.STDOUT, String.join(" ", program.spec().command()) + "\n");
          program.print(Stream.STDERR, program.spec().environment().get("OTTERS_SESSION_DIR"));
          return program.in().read() == -1 ? 3 : 4;
        });

    assertThat(run("-c", "test a"))
        .isEqualTo(
            new Ran.Ended(
                3,
                "/opt/bin-images/sh/sh -c test a | "
                    + kit.directory()
                        .writeback()
                        .drafts()
                        .target(agent, "s")
                        .replaceFirst("/drafts$", "")));
    assertNothingIsLeft();
  }

  @Test
  void theOutputIsShortAndHasNoSecrets() {
    Ran.Ended ended =
        (Ran.Ended)
            run(
                program -> {
                  program.print(Stream.STDOUT, "x".repeat(1 << 20));
                  program.print(Stream.STDOUT, SECRET + "y".repeat(Ran.MOST - SECRET.length() / 2));
                  return 1;
                });

    assertThat(ended.output()).hasSizeLessThanOrEqualTo(Ran.MOST + 1).endsWith("yyy");
    assertThat(ended.output()).doesNotContain(SECRET.substring(SECRET.length() / 2));
  }

  @ParameterizedTest
  @CsvSource({
    "124, did not end in 120 s. Raise tool-timeout",
    "125, did not run to its end. Evaluate again",
    "127, could not be started. Correct the check",
    "137, it was killed. Raise --memory",
    "192, it was killed. Raise --memory"
  })
  void aProgramThatDidNotEndByItselfDecidesNothing(int code, String why) {
    Ran ran =
        run(
            program -> {
              program.print(Stream.STDERR, "not found");
              return code;
            });

    assertThat(ran).isInstanceOf(Ran.Failed.class);
    assertThat(((Ran.Failed) ran).why()).contains(why).endsWith("It said: not found");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 123, 193, 255})
  void anExitCodeThatNoSignalHasIsOneOfTheProgram(int code) {
    assertThat(run(_ -> code)).isEqualTo(new Ran.Ended(code, ""));
  }

  @ParameterizedTest
  @CsvSource({"ENGINE_LOST, Start it", "IMAGE, Pull it", "MOUNT, See the daemon's log"})
  void aSandboxThatCannotBeMadeDecidesNothing(Reason reason, String remedy) throws IOException {
    kit.engine.failBefore(
        FakeEngine.Operation.RUN,
        new ExecutorException(reason, "lost " + kit.home.folder(), "Look."));

    assertThat(run("-c", "test"))
        .isInstanceOfSatisfying(
            Ran.Failed.class,
            failed ->
                assertThat(failed.why())
                    .startsWith("sh could not be started")
                    .contains(remedy)
                    .doesNotContain(kit.home.folder().toString()));
    assertNothingIsLeft();
  }

  private FutureTask<Ran> start(UUID of) {
    FutureTask<Ran> task =
        new FutureTask<>(
            () -> kit.directory().program(of, new SessionId("s"), "sh", List.of("-c", "test")));
    Thread unused = Thread.ofVirtual().start(task);
    return task;
  }

  @Test
  void theRemovalOfAnAgentStopsItsChecks() throws Exception {
    CountDownLatch runs = new CountDownLatch(2);
    kit.engine.execProgram(
        _ -> {
          runs.countDown();
          return awaitForever();
        });
    List<FutureTask<Ran>> checks = List.of(start(agent), start(agent), start(agent));
    assertThat(runs.await(1, TimeUnit.MINUTES)).isTrue();

    kit.keeper().remove("guide", true, false);

    for (FutureTask<Ran> check : checks) {
      assertThat(check.get(1, TimeUnit.MINUTES)).isInstanceOf(Ran.Failed.class);
    }
    assertNothingIsLeft();
  }

  private static int awaitForever() throws InterruptedException {
    new CountDownLatch(1).await();
    return 0;
  }

  @Test
  void theChecksOfAnAgentLeavePlacesForThoseOfOthers() throws Exception {
    UUID other = UUID.fromString(kit.run(RunRequests.of("guide:1", Map.of("name", "b"))).id());
    AtomicInteger together = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    kit.engine.execProgram(
        program -> {
          if (program.spec().environment().get("OTTERS_SESSION_DIR").endsWith("/other")) {
            return 7;
          }
          most.accumulateAndGet(together.incrementAndGet(), Math::max);
          go.await();
          together.decrementAndGet();
          return 0;
        });
    List<FutureTask<Ran>> checks = IntStream.range(0, 9).mapToObj(_ -> start(agent)).toList();
    AgentKit.eventually("two checks run", () -> together.get() == 2);

    assertThat(kit.directory().program(other, new SessionId("other"), "sh", List.of()))
        .isEqualTo(new Ran.Ended(7, ""));

    go.countDown();
    for (FutureTask<Ran> check : checks) {
      assertThat(check.get(1, TimeUnit.MINUTES)).isEqualTo(new Ran.Ended(0, ""));
    }
    assertThat(most).hasValue(2);
  }

  @Test
  void aCheckOfADraftLooksAtTheBytesThatAreWritten() {
    Writeback files = kit.directory().writeback();
    FilePath soul = FilePath.stored("SOUL.md");
    files.drafts().write(agent, "s", soul, Content.of("Good"));
    String folder = files.drafts().target(agent, "s");

    for (String path : List.of("drafts/SOUL.md", folder + "/SOUL.md")) {
      assertThat(text(path, Map.of())).contains("Good");
      assertThat(text(path, Map.of(soul, Content.of("Bad")))).contains("Bad");
    }
  }

  private Optional<String> text(String path, Map<FilePath, Content> drafts) {
    Seen seen = kit.directory().file(agent, new SessionId("s"), path, drafts);
    return ((Seen.Whole) seen).content().text();
  }

  @Test
  void aBinThatTheAgentDoesNotHaveDecidesNothing() {
    kit.engine.execProgram(_ -> Execution.FAILED);

    assertThat(kit.directory().bins(agent)).containsExactly("sh");
    assertThat(kit.directory().program(agent, new SessionId("s"), "rg", List.of()))
        .isEqualTo(new Ran.Failed("the agent no longer has the BIN rg. Set the outcome again."));
  }
}
