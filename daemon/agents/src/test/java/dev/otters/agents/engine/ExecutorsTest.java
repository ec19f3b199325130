package dev.otters.agents.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.executor.testkit.FakeExecutor;
import dev.otters.home.time.ManualTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ExecutorsTest {
  private final List<ExecutorKind> opened = new ArrayList<>();
  private final FakeEngine engine = new FakeEngine();
  private boolean docker = true;
  private boolean system = true;

  private Executors executors(Optional<ExecutorSetting> setting, Optional<String> named) {
    Map<ExecutorKind, Supplier<Executor>> openers = new EnumMap<>(ExecutorKind.class);
    openers.put(
        ExecutorKind.DOCKER,
        () -> open(ExecutorKind.DOCKER, docker, "no usable container engine", "Start Docker."));
    openers.put(
        ExecutorKind.SYSTEM,
        () -> open(ExecutorKind.SYSTEM, system, "bwrap is missing", "Install bubblewrap."));
    openers.put(
        ExecutorKind.UNSANDBOXED, () -> open(ExecutorKind.UNSANDBOXED, true, "never", "never"));
    return new Executors(openers, setting, named, new ManualTime());
  }

  private Executors executors() {
    return executors(Optional.empty(), Optional.empty());
  }

  private Executor open(ExecutorKind kind, boolean there, String problem, String remedy) {
    opened.add(kind);
    if (!there) {
      throw new ExecutorException(Reason.UNREACHABLE, problem, remedy);
    }
    return new FakeExecutor(engine, UUID.randomUUID());
  }

  @Test
  void aUsableEngineIsTakenAndNothingElseIsOpened() {
    Chosen chosen = executors().standard();

    assertThat(chosen.kind()).isEqualTo(ExecutorKind.DOCKER);
    assertThat(chosen.because()).isEqualTo("a usable container engine was found");
    assertThat(opened).containsExactly(ExecutorKind.DOCKER);
  }

  @Test
  void withoutAnEngineBubblewrapIsTakenAndSaysSo() {
    docker = false;
    Chosen chosen = executors().standard();

    assertThat(chosen.kind()).isEqualTo(ExecutorKind.SYSTEM);
    assertThat(chosen.because()).isEqualTo("no usable container engine was found");
    assertThat(opened).containsExactly(ExecutorKind.DOCKER, ExecutorKind.SYSTEM);
  }

  @Test
  void withNeitherTheErrorListsBothTriesAndBothRemediesAndNothingIsUnsandboxed() {
    docker = false;
    system = false;

    assertThatThrownBy(() -> executors().standard())
        .isInstanceOfSatisfying(
            ExecutorException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE);
              assertThat(e.getMessage()).contains("no usable container engine", "bwrap is missing");
              assertThat(e.remedy()).contains("Start Docker.", "Install bubblewrap.");
            });
    assertThat(opened).doesNotContain(ExecutorKind.UNSANDBOXED);
  }

  @Test
  void aNamedEngineIsBinding() {
    docker = false;

    assertThatThrownBy(() -> executors(Optional.empty(), Optional.of("DOCKER_HOST")).standard())
        .isInstanceOfSatisfying(
            ExecutorException.class,
            e -> {
              assertThat(e.getMessage()).isEqualTo("no usable container engine");
              assertThat(e.remedy())
                  .contains("DOCKER_HOST names an engine", "--executor system", "Start Docker.");
            });
    assertThat(opened).containsExactly(ExecutorKind.DOCKER);
  }

  @Test
  void anEngineThatWasThereAndIsAwayMakesNobodyChange() {
    Executors executors = executors();
    assertThat(executors.standard().kind()).isEqualTo(ExecutorKind.DOCKER);
    engine.lose();

    assertThatThrownBy(executors::standard)
        .isInstanceOfSatisfying(
            ExecutorException.class, e -> assertThat(e.reason()).isEqualTo(Reason.ENGINE_LOST));
    assertThat(opened).containsExactly(ExecutorKind.DOCKER);
  }

  @Test
  void anEngineThatComesLaterIsTakenFromThenOn() {
    docker = false;
    Executors executors = executors();
    assertThat(executors.standard().kind()).isEqualTo(ExecutorKind.SYSTEM);
    docker = true;

    assertThat(executors.standard().kind()).isEqualTo(ExecutorKind.DOCKER);
  }

  @Test
  void whatIsSetIsTakenOrFailsAndNothingElseIsTried() {
    ExecutorSetting setting = new ExecutorSetting(ExecutorKind.SYSTEM, "OTTERS_EXECUTOR");
    Executors executors = executors(Optional.of(setting), Optional.empty());
    assertThat(executors.standard().because()).isEqualTo("chosen by OTTERS_EXECUTOR");
    assertThat(opened).containsExactly(ExecutorKind.SYSTEM);

    system = false;
    assertThatThrownBy(() -> executors(Optional.of(setting), Optional.empty()).standard())
        .hasMessage("bwrap is missing");
    assertThat(opened).containsExactly(ExecutorKind.SYSTEM, ExecutorKind.SYSTEM);
  }

  @Test
  void anExecutorThatThisDaemonHasNotIsUnsupported() {
    Executors executors =
        new Executors(Map.of(), Optional.empty(), Optional.empty(), new ManualTime());

    assertThatThrownBy(() -> executors.of(ExecutorKind.SYSTEM))
        .hasMessage("this daemon has no executor system");
  }
}
