package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.oci.Progress;
import dev.otters.protocol.Call;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StopAndRemoveTest extends AgentKitTest {
  @Test
  void aStoppedAgentHasNoSandboxNoSocketAndNoToken() {
    AgentView agent = kit.run();
    AgentView stopped = kit.keeper().stop("guide", Duration.ofSeconds(10));

    assertThat(stopped.state().status()).isEqualTo(AgentStatus.STOPPED);
    assertThat(stopped.state().exit()).isNotNull();
    assertThat(stopped.state().exit().code()).isZero();
    assertThat(kit.engine.sandbox(id(agent))).isEmpty();
    assertThat(kit.sockets().agentFolder(id(agent))).doesNotExist();
    assertThat(kit.deaths).containsExactly("STOPPED");
  }

  /** The kernel lists a socket by its path as long as the daemon has it open. */
  @Test
  void theSocketOfAStoppedAgentIsClosed() {
    AgentView agent = kit.run();
    String path = kit.sockets().agentFolder(id(agent)) + "/";
    assertThat(openSockets()).contains(path);

    AgentView _ = kit.keeper().stop("guide", Duration.ofSeconds(10));

    AgentKit.eventually("its sockets are closed", () -> !openSockets().contains(path));
  }

  private static String openSockets() {
    try {
      return Files.readString(Path.of("/proc/net/unix"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRuntimeIsAskedOverTheWireBeforeItsSandboxIsEnded() {
    kit.engine.program(
        sandbox -> {
          try (var client = kit.connect(sandbox)) {
            client.call(new Call.Ready(List.of()));
            sandbox.print("told " + client.notice() + ", " + kit.rows().all().getFirst().wanted());
            return 7;
          } catch (IOException e) {
            return 1;
          }
        });
    kit.run();

    assertThat(kit.keeper().stop("guide", Duration.ofSeconds(5)).state().exit())
        .satisfies(exit -> assertThat(exit.code()).isEqualTo(7));
    assertThat(kit.logs().of(kit.rows().all().getFirst().id()).tail(-1, Optional.empty()))
        .extracting(LogLine::text)
        .contains("told Stop[graceMillis=5000], false", "stopped by the operator");
  }

  @Test
  void stoppingTwiceIsFine() {
    kit.run();
    kit.keeper().stop("guide", Duration.ZERO);

    assertThat(kit.keeper().stop("guide", Duration.ZERO).state().status())
        .isEqualTo(AgentStatus.STOPPED);
  }

  @Test
  void aStoppedAgentTakesNoMessagesAndNamesTheCommandThatStartsIt() {
    AgentView agent = kit.run();
    send(agent, "m1");
    kit.keeper().stop("guide", Duration.ZERO);

    assertThatThrownBy(() -> send(agent, "m2"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENT_NOT_RUNNING);
              assertThat(e.problem().remedy()).isEqualTo("Start it with 'otters start guide'.");
            });
    assertThat(
            kit.sessions()
                .service()
                .list(Optional.of(id(agent)), "", SessionPlace.FIRST, 9)
                .getFirst()
                .lastSeq())
        .isEqualTo(1);
  }

  @Test
  void aStartedAgentKeepsItsWorkspaceAndGetsEverythingElseAnew() throws IOException {
    AgentView agent = kit.run();
    Path root = kit.root(agent);
    Files.writeString(root.resolve("workspace/kept"), "kept");
    Files.writeString(root.resolve("tmp/gone"), "gone");
    Files.writeString(root.resolve("etc/context/SOUL.md"), "You are somebody else.");
    Files.createSymbolicLink(root.resolve("etc/context/PLANTED.md"), Path.of("/etc/passwd"));
    kit.keeper().stop("guide", Duration.ZERO);

    assertThat(kit.keeper().start("guide", Progress.NONE).state().status())
        .isEqualTo(AgentStatus.READY);
    assertThat(root.resolve("workspace/kept")).hasContent("kept");
    assertThat(root.resolve("tmp")).isEmptyDirectory();
    assertThat(root.resolve("etc/context/SOUL.md")).hasContent("You are a guide.");
    assertThat(root.resolve("etc/context/PLANTED.md")).doesNotExist();
    assertThat(root.toFile().list()).noneMatch(name -> name.startsWith("."));
  }

  @Test
  void anAgentThatLockedItselfOutOfItsFoldersHasThemAgainAfterAStart() throws IOException {
    AgentView agent = kit.run();
    Path root = kit.root(agent);
    List<Path> own =
        Stream.of("workspace", "home", "tmp", "var/lib", "runtime").map(root::resolve).toList();
    for (Path folder : own) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("---------"));
    }
    kit.keeper().stop("guide", Duration.ZERO);

    assertThat(kit.keeper().start("guide", Progress.NONE).state().status())
        .isEqualTo(AgentStatus.READY);
    for (Path folder : own) {
      assertThat(Files.getPosixFilePermissions(folder))
          .contains(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE);
    }
  }

  @Test
  void startingAnAgentThatRunsChangesNothing() {
    AgentView agent = kit.run();
    var sandbox = kit.sandbox(agent);

    assertThat(kit.keeper().start("guide", Progress.NONE).state().status())
        .isEqualTo(AgentStatus.READY);
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
  }

  @Test
  void aStartThatFailsKeepsTheAgentAndSaysWhy() {
    AgentView agent = kit.run();
    kit.keeper().stop("guide", Duration.ZERO);
    kit.engine.program(
        sandbox -> {
          sandbox.printError("broken");
          return 9;
        });

    assertThatThrownBy(() -> kit.keeper().start("guide", Progress.NONE))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.problem().detail()).contains("broken"));
    assertThat(kit.row(agent).sandbox()).isEmpty();
    assertThat(kit.keeper().inspect("guide").state().status()).isEqualTo(AgentStatus.RESTARTING);
    assertThat(kit.engine.sandbox(id(agent))).isEmpty();
    assertThat(kit.deaths).as("turns are given back").containsExactly("STOPPED", "STOPPED");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStopTakesNoLongerThanItsGraceAndASecond(boolean connected) throws IOException {
    kit.engine.program(
        sandbox -> {
          try (RuntimeClient client = kit.connect(sandbox)) {
            client.call(new Call.Ready(List.of()));
            if (connected) {
              sandbox.awaitStop();
            }
          } catch (IOException e) {
            return 1;
          }
          sandbox.awaitStop();
          return 0;
        });
    var sandbox = kit.sandbox(kit.run());
    if (!connected) {
      kit.close();
      kit.open();
    }
    Thread stop =
        Thread.ofVirtual().start(() -> kit.keeper().stop("guide", Duration.ofSeconds(30)));
    AgentKit.eventually(
        "it is stopped",
        () -> {
          kit.time.advance(Duration.ofSeconds(10));
          return !stop.isAlive();
        });

    assertThat(sandbox.grace()).contains(Duration.ofSeconds(connected ? 1 : 30));
  }

  @Test
  void theTurnsOfAStoppedAgentAreGivenBackAlsoIfItsSandboxCannotBeRemoved() {
    AgentView agent = kit.run();
    kit.engine.failBefore(
        FakeEngine.Operation.REMOVE,
        new ExecutorException(ExecutorException.Reason.START, "it is busy", "Wait."));

    assertThatThrownBy(() -> kit.keeper().stop("guide", Duration.ZERO)).hasMessage("it is busy");
    assertThat(kit.deaths).startsWith("STOPPED");
    assertThat(kit.row(agent).wanted()).isFalse();
  }

  @Test
  void anAgentThatRunsIsRemovedOnlyByForce() throws IOException {
    kit.run();
    assertThatThrownBy(() -> kit.keeper().remove("guide", false, false))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENT_RUNNING);
              assertThat(e.problem().remedy())
                  .contains("otters stop guide")
                  .contains("otters rm -f guide");
            });

    kit.keeper().remove("guide", true, false);
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void aRemovedAgentTakesItsSessionsWithIt() throws IOException {
    AgentView agent = kit.run();
    send(agent, "m1");
    kit.keeper().stop("guide", Duration.ZERO);
    kit.keeper().remove("guide", false, false);

    assertThat(kit.sessions().service().list(Optional.of(id(agent)), "", SessionPlace.FIRST, 9))
        .isEmpty();
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void aWorkspaceCanOutliveItsAgent() throws IOException {
    AgentView agent = kit.run();
    Files.writeString(kit.root(agent).resolve("workspace/result"), "42");
    kit.keeper().remove("guide", true, true);

    assertThat(kit.leftovers()).isEmpty();
    try (Stream<Path> kept = Files.list(kit.home.folder().resolve("kept"))) {
      assertThat(kept)
          .singleElement()
          .satisfies(
              workspace -> {
                assertThat(workspace.getFileName().toString()).startsWith("guide-");
                assertThat(workspace.resolve("result")).hasContent("42");
              });
    }
  }

  @Test
  void aWorkspaceIsKeptIfAnyRequestToRemoveItsAgentSaidSo() {
    AgentView agent = kit.run();
    kit.engine.lose();
    for (boolean keep : List.of(true, false)) {
      assertThatThrownBy(() -> kit.keeper().remove("guide", true, keep))
          .hasMessageContaining("does not answer");
    }

    kit.engine.restore();
    AgentKit.eventually("it is gone", () -> kit.rows().all().isEmpty());
    assertThat(kit.home.folder().resolve("kept/guide-" + agent.id())).isDirectory();
  }

  @Test
  void aRemovalThatTheEngineInterruptsIsFinishedWhenItReturns() throws IOException {
    AgentView agent = kit.run();
    kit.engine.lose();
    assertThatThrownBy(() -> kit.keeper().remove("guide", true, false))
        .hasMessageContaining("does not answer");
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Removing.class);

    kit.engine.restore();
    AgentKit.eventually("it is gone", () -> kit.rows().all().isEmpty());
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void anUnknownAgentIsAnErrorThatSuggestsTheNearest() {
    kit.run();

    assertThatThrownBy(() -> kit.keeper().inspect("giude"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
              assertThat(e.problem().candidates()).containsExactly("guide");
            });
    assertThatThrownBy(() -> kit.keeper().inspect(""))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID_REQUEST));
  }

  @Test
  void anAgentIsFoundByTheBeginningOfItsId() {
    AgentView agent = kit.run();

    assertThat(kit.keeper().inspect(agent.id().substring(0, 8)).name()).isEqualTo("guide");
    assertThat(kit.keeper().inspect(agent.id().replace("-", "").substring(0, 12)).name())
        .isEqualTo("guide");
  }

  private void send(AgentView agent, String id) {
    long unused =
        kit.sessions()
            .service()
            .appendUserMessage(
                id(agent), new SessionId("s"), id, "hello", tx -> kit.keeper().admit(id(agent)));
  }

  private static UUID id(AgentView agent) {
    return UUID.fromString(agent.id());
  }
}
