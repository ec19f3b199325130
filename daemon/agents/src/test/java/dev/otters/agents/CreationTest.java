package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.start.StepListener;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

public class CreationTest extends AgentKitTest {
  /** Every step of a creation, in order; {@link #everyStepIsInTheList} keeps it true. */
  public static final List<String> STEPS =
      List.of(
          "resolve image",
          "choose executor",
          "resolve runtime",
          "clone repositories",
          "insert row",
          "check mounts",
          "pull tools",
          "materialise root",
          "place repositories",
          "look at vaults",
          "prepare substrate",
          "recheck mounts",
          "write etc",
          "issue token",
          "open wire",
          "create sandbox",
          "start sandbox",
          "wait until ready");

  @Test
  void aNewAgentIsReadyAndPinned() {
    AgentView agent = kit.run();

    assertThat(agent.state().status()).isEqualTo(AgentStatus.READY);
    assertThat(agent.name()).isEqualTo("guide");
    assertThat(agent.description()).isEqualTo("A guide");
    assertThat(agent.image().digest()).startsWith("sha256:");
    assertThat(agent.runtime().ref()).isEqualTo("otters/runtime:0.1.0");
    assertThat(agent.contents().tools())
        .singleElement()
        .satisfies(
            tool -> {
              assertThat(tool.path()).isEqualTo("/opt/bins/sh");
              assertThat(tool.digest()).startsWith("sha256:");
            });
    assertThat(kit.sandbox(agent).spec().command()).containsExactly("/opt/runtime/bin/runtime");
    assertThat(kit.keeper().list(false).agents()).hasSize(1);
  }

  @Test
  void aToolWhoseLoaderTheSandboxLacksIsRefusedAndLeavesNothing() throws IOException {
    kit.images().foreignTool("sh", "tools/sh:1", "/lib/ld-musl.so.1");

    assertThatThrownBy(kit::run)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.BIN_INVALID);
              assertThat(e.problem().title()).contains("sh", "/lib/ld-musl.so.1");
            });
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void anAgentWhoseImageHasNoNameIsNamedAfterTheReference() {
    kit.images().agent("tools/helper:1", "FROM scratch\nMODEL scripted/x\n");
    AgentView named = kit.run(RunRequest.of("tools/helper:1"));
    assertThat(named.name()).isEqualTo("helper");

    String digest = named.image().digest();
    String pinned = kit.run(RunRequest.of(digest)).name();
    assertThat(pinned).startsWith("agent-");
    assertThat(digest).startsWith("sha256:" + pinned.substring("agent-".length()));
  }

  @Test
  void whatTheReleaseDoesNotImplementIsNamed() {
    kit.images()
        .agent(
            "wisher:latest",
            """
            FROM scratch
            MODEL scripted/x
            CAPABILITY note-save job-submit
            RESOURCE memory
            RESOURCE tickets
            """);
    List<String> notes = new ArrayList<>();

    AgentView unused =
        kit.keeper()
            .run(
                UUID.randomUUID(),
                RunRequest.of("wisher:latest"),
                List.of(),
                (item, _, _, status) -> notes.add(status + ": " + item));

    assertThat(notes)
        .contains(
            "notice: this release does not implement CAPABILITY: note-save, job-submit have no"
                + " effect",
            "notice: this release does not implement RESOURCE: tickets has no effect",
            "notice: RESOURCE memory needs grants: give them to new sessions with --grant");
  }

  @Test
  void everyStepIsInTheList() {
    List<String> seen = new ArrayList<>();
    kit.steps =
        new StepListener() {
          @Override
          public void after(String step) {
            seen.add(step);
          }
        };
    kit.run();

    assertThat(seen).isEqualTo(STEPS);
  }

  @ParameterizedTest
  @FieldSource("STEPS")
  void aFailureBeforeAnyStepLeavesNothing(String step) throws IOException {
    kit.steps =
        new StepListener() {
          @Override
          public void before(String name) {
            if (name.equals(step)) {
              throw new IllegalStateException("injected");
            }
          }
        };

    assertThatThrownBy(kit::run).hasMessage("injected");
    assertThat(kit.leftovers()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("STEPS")
  void aFailureAfterAnyStepLeavesNothing(String step) throws IOException {
    kit.steps =
        after(
            step,
            () -> {
              throw new IllegalStateException("injected");
            });

    assertThatThrownBy(kit::run).hasMessage("injected");
    assertThat(kit.leftovers()).isEmpty();
  }

  @ParameterizedTest
  @FieldSource("STEPS")
  void aDaemonThatDiesAfterAnyStepIsCleanedUpByTheNext(String step) throws IOException {
    kit.steps =
        after(
            step,
            () -> {
              throw new Killed();
            });
    assertThatThrownBy(kit::run).isInstanceOf(Killed.class);
    kit.steps = StepListener.NONE;
    kit.close();

    kit.open();

    assertThat(kit.rows().all()).filteredOn(agent -> !agent.created()).isEmpty();
    if (!step.equals("wait until ready")) {
      assertThat(kit.leftovers()).isEmpty();
    }
    assertThat(kit.run().state().status()).isEqualTo(AgentStatus.READY);
  }

  @Test
  void aCreationThatTheEngineLeavesIsTakenBackWhenItReturns() throws IOException {
    kit.steps =
        after(
            "start sandbox",
            () -> {
              kit.engine.lose();
              throw new IllegalStateException("injected");
            });
    assertThatThrownBy(kit::run).hasMessage("injected");
    assertThat(kit.rows().all())
        .singleElement()
        .satisfies(agent -> assertThat(agent.state()).isInstanceOf(Lifecycle.Removing.class));

    kit.engine.restore();

    AgentKit.eventually("nothing is left", () -> empty(kit));
  }

  @Test
  void aRuntimeThatEndsAtOnceIsReportedWithItsLastWords() throws IOException {
    kit.engine.program(
        sandbox -> {
          sandbox.print("no configuration");
          sandbox.printError("giving up");
          return 3;
        });

    assertThatThrownBy(kit::run)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENT_FAILED);
              assertThat(e.problem().title()).contains("guide").contains("exit code 3");
              assertThat(e.problem().detail()).contains("no configuration\ngiving up");
            });
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void aRuntimeThatIsNeverReadyIsGivenUpInTime() throws IOException {
    kit.engine.program(
        sandbox -> {
          sandbox.print("thinking");
          sandbox.awaitStop();
          return 0;
        });
    Thread clock =
        onceASandboxRuns(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                kit.time.advance(Duration.ofSeconds(10));
              }
            });

    assertThatThrownBy(kit::run)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.TIMEOUT);
              assertThat(e.problem().title()).contains("not ready within 60 s");
              assertThat(e.problem().detail()).contains("thinking");
            });
    clock.interrupt();
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void aTakenNameIsAConflictAndTheUsualNameIsNumbered() throws IOException {
    assertThat(kit.run().name()).isEqualTo("guide");
    assertThat(kit.run().name()).isEqualTo("guide-2");
    assertThat(kit.run().name()).isEqualTo("guide-3");

    assertThatThrownBy(() -> kit.run(RunRequests.of("guide:1", Map.of("name", "guide-2"))))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.NAME_TAKEN));
    assertThat(kit.keeper().list(true).agents()).hasSize(3);
  }

  @Test
  void everyAgentOfASuperuserHasItsOwnUser() {
    org.junit.jupiter.api.Assumptions.assumeTrue(dev.otters.home.ProcessUser.current().isRoot());
    int first = kit.sandbox(kit.run()).spec().user().uid();
    AgentView second = kit.run();

    int secondUser = kit.sandbox(second).spec().user().uid();
    assertThat(secondUser).isNotEqualTo(first);
    kit.keeper().remove(second.id(), true, false);
    assertThat(kit.sandbox(kit.run()).spec().user().uid()).isNotIn(first, secondUser);
  }

  @Test
  void anAgentThatIsRemovedWhileItIsCreatedIsGone() throws IOException {
    kit.engine.program(
        sandbox -> {
          sandbox.awaitStop();
          return 0;
        });
    Thread remover =
        onceASandboxRuns(
            () -> {
              UUID id = kit.rows().all().getFirst().id();
              kit.keeper().remove(id.toString(), true, false);
            });

    assertThatThrownBy(kit::run).hasMessageContaining("removed by the operator");
    AgentKit.eventually("the removal ends", () -> !remover.isAlive());
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void onlySoManyAgentsStartAtATime() throws InterruptedException {
    int most = AgentSettings.DEFAULTS.maxStarts();
    AtomicInteger started = new AtomicInteger();
    CountDownLatch free = new CountDownLatch(1);
    kit.engine.program(
        sandbox -> {
          started.incrementAndGet();
          free.await();
          return kit.becomeReady(sandbox);
        });
    List<Thread> runs =
        IntStream.rangeClosed(0, most).mapToObj(_ -> Thread.ofVirtual().start(kit::run)).toList();
    AgentKit.eventually(
        "all of them wait",
        () ->
            kit.rows().all().size() > most
                && started.get() >= most
                && runs.stream().allMatch(run -> run.getState() == Thread.State.WAITING));
    assertThat(started).hasValue(most);

    free.countDown();
    for (Thread run : runs) {
      run.join();
    }
    assertThat(kit.rows().all())
        .hasSize(most + 1)
        .allMatch(agent -> agent.state() instanceof Lifecycle.Ready);
  }

  private Thread onceASandboxRuns(Runnable task) {
    return Thread.ofVirtual()
        .start(
            () -> {
              AgentKit.eventually(
                  "a sandbox runs",
                  () -> kit.rows().all().stream().anyMatch(agent -> agent.sandbox().isPresent()));
              task.run();
            });
  }

  private static boolean empty(AgentKit kit) {
    try {
      return kit.leftovers().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  private static StepListener after(String step, Runnable task) {
    return new StepListener() {
      @Override
      public void after(String name) {
        if (name.equals(step)) {
          task.run();
        }
      }
    };
  }

  /** Ends a creation without any of the daemon's own cleaning up, as SIGKILL does. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }
}
