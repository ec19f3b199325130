package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.create.RunRequests;
import dev.otters.api.agent.AgentView;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    "137, it was killed. Raise --memory"
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

  @Test
  void aBinThatTheAgentDoesNotHaveDecidesNothing() {
    kit.engine.execProgram(_ -> Execution.FAILED);

    assertThat(kit.directory().bins(agent)).containsExactly("sh");
    assertThat(kit.directory().program(agent, new SessionId("s"), "rg", List.of()))
        .isEqualTo(new Ran.Failed("the agent no longer has the BIN rg. Set the outcome again."));
  }
}
