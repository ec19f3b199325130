package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.otters.agents.rows.Lifecycle;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An engine that disappears at any of its operations while a command runs, and comes back. */
class EngineLossTest extends AgentKitTest {
  private static final int MOST_OPERATIONS = 100;
  private static final String CHANGE = "{\"env\": {\"LEVEL\": \"debug\"}}";

  private ThrowingCallable command(String name) {
    AgentKeeper keeper = kit.keeper();
    return switch (name) {
      case "run" -> kit::run;
      case "start" -> () -> keeper.start("guide", Progress.NONE);
      case "stop" -> () -> keeper.stop("guide", Duration.ZERO);
      case "kill" -> () -> keeper.kill("guide");
      case "restart" -> () -> keeper.restart("guide", Duration.ZERO, Progress.NONE);
      case "update" ->
          () ->
              keeper.update(
                  "guide", Json.read(CHANGE, UpdateRequest.class), List.of(), Progress.NONE);
      case "remove" -> () -> keeper.remove("guide", true, false);
      case "stats" -> () -> kit.agents().programs().usage("guide", Optional.empty());
      case "exec" -> this::exec;
      default -> throw new IllegalArgumentException(name);
    };
  }

  private void exec() throws InterruptedException {
    ExecSpec program = new ExecSpec(List.of("true"), Map.of(), "/", Optional.empty());
    try (Execution execution =
        kit.agents().programs().exec("guide", Optional.empty(), program, (_, _, _, _) -> {})) {
      assertThat(execution.await()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "run, false", "run, true",
    "start, false", "start, true",
    "stop, false", "stop, true",
    "kill, false", "kill, true",
    "restart, false", "restart, true",
    "update, false", "update, true",
    "remove, false", "remove, true",
    "stats, false", "stats, true",
    "exec, false", "exec, true",
  })
  void aCommandThatLosesTheEngineFailsOnceAndNothingIsHalfDone(String name, boolean response)
      throws IOException {
    kit.engine.execProgram(_ -> 0);
    int operation = 1;
    while (lost(name, operation, response)) {
      operation++;
      assertThat(operation).as("operations of " + name).isLessThan(MOST_OPERATIONS);
    }
    assertThat(operation).as("operations of " + name).isGreaterThan(1);
  }

  /** Returns whether the engine was lost before the command had ended. */
  private boolean lost(String name, int operation, boolean response) throws IOException {
    String what = "%s at operation %d, %s".formatted(name, operation, response);
    AgentView agent = name.equals("run") ? null : kit.run();
    if (agent != null) {
      Files.writeString(kit.root(agent).resolve("workspace/kept"), "kept");
    }
    if (name.equals("start")) {
      kit.keeper().stop("guide", Duration.ZERO);
    }
    kit.engine.loseAt(operation, response);
    Throwable failure = catchThrowable(command(name));
    boolean lost = kit.engine.isLost();
    if (failure != null) {
      assertThat(failure).as(what).hasMessageContaining("the fake engine does not answer");
    }
    assertThat(lost || failure == null).as(what).isTrue();
    kit.engine.restore();
    recovered(what, name, failure != null, agent);
    if (!kit.rows().all().isEmpty()) {
      kit.keeper().remove("guide", true, false);
    }
    AgentKit.eventually("nothing is left after " + what, this::isEmpty);
    return lost;
  }

  private void recovered(String what, String name, boolean failed, AgentView agent)
      throws IOException {
    switch (name) {
      case "remove" -> AgentKit.eventually("it is gone after " + what, this::isEmpty);
      case "run" -> {
        if (failed) {
          AgentKit.eventually("it is gone after " + what, this::isEmpty);
        } else {
          assertThat(kit.keeper().inspect("guide").state().status()).isEqualTo(AgentStatus.READY);
        }
      }
      case "stop", "kill" -> {
        kit.awaitState(agent, Lifecycle.Stopped.class);
        AgentKit.eventually(
            "its sandbox is gone after " + what, () -> kit.engine.sandbox(id(agent)).isEmpty());
        works(what, agent);
      }
      default -> {
        if (!name.equals("start")) {
          kit.awaitNextTry(agent);
        }
        works(what, agent);
        if (name.equals("update")) {
          assertThat(kit.row(agent).spec().env().containsKey("LEVEL")).as(what).isEqualTo(!failed);
        }
      }
    }
  }

  private void works(String what, AgentView agent) throws IOException {
    assertThat(kit.keeper().start("guide", Progress.NONE).state().status())
        .as(what)
        .isEqualTo(AgentStatus.READY);
    assertThat(kit.row(agent).id()).hasToString(agent.id());
    assertThat(kit.root(agent).resolve("workspace/kept")).hasContent("kept");
    assertThat(kit.engine.sandbox(id(agent))).as(what).isPresent();
  }

  private boolean isEmpty() {
    try {
      return kit.leftovers().isEmpty();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static UUID id(AgentView agent) {
    return UUID.fromString(agent.id());
  }
}
