package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.Streams;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentState;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.ExitView;
import dev.otters.api.agent.LogLine;
import dev.otters.api.agent.WaitResult;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AgentCommandsTest extends CommandTest {
  private final ExitView outOfMemory =
      new ExitView(137, "SIGKILL", true, Instant.now().minusSeconds(120));

  @Test
  void psIsATableOfRunningAgents() {
    daemon.answer("GET /v1/agents", Given.readyBobAndStartingAnn());
    Bench.Run run = bench.run("ps");
    assertThat(run.exit()).isZero();
    assertThat(run.out().lines())
        .containsExactly(
            "ID             NAME   IMAGE          MODEL            STATUS                CREATED",
            "861068161a2b   bob    guide:latest   scripted/guide   ready for 5 minutes   5 minutes"
                + " ago",
            "861068161a2b   ann    guide:latest   scripted/guide   starting              5 minutes"
                + " ago");
    assertThat(daemon.requests().getFirst().line()).isEqualTo("GET /v1/agents");
  }

  @Test
  void psShortensADigestInPlaceOfAName() {
    AgentSummary bob = Given.summary("bob", AgentStatus.READY, null);
    AgentSummary pinned =
        new AgentSummary(
            bob.id(),
            bob.name(),
            Given.DIGEST,
            bob.model(),
            bob.state(),
            bob.labels(),
            bob.executor(),
            0);
    daemon.answer("GET /v1/agents", new AgentList(List.of(pinned)));
    assertThat(bench.run("ps").out()).contains("bob    3b97b2270000   scripted/guide");
    assertThat(bench.run("ps", "--no-trunc").out()).contains(Given.DIGEST);
  }

  @Test
  void psOfAllSaysHowTheyEnded() {
    ExitView stopped = new ExitView(0, null, false, Instant.now().minusSeconds(60));
    ExitView crashed = new ExitView(1, null, false, Instant.now().minusSeconds(60));
    daemon.answer(
        "GET /v1/agents",
        new AgentList(
            List.of(
                Given.summary("a", AgentStatus.STOPPED, stopped),
                Given.summary("b", AgentStatus.FAILED, crashed),
                Given.summary("c", AgentStatus.FAILED, outOfMemory),
                Given.summary("d", AgentStatus.FAILED, null))));
    Bench.Run run = bench.run("ls", "-a");
    assertThat(run.out())
        .contains(
            "stopped about a minute ago",
            "failed (1) about a minute ago",
            "failed (out of memory) 2 minutes ago");
    assertThat(daemon.requests().getFirst().line()).isEqualTo("GET /v1/agents?all=true");
  }

  @Test
  void psSaysWhyAnAgentFailedThatNeverRan() {
    AgentSummary bob = Given.summary("bob", AgentStatus.FAILED, null);
    AgentState state =
        new AgentState(AgentStatus.FAILED, "crash_loop", bob.state().createdAt(), null, null);
    daemon.answer(
        "GET /v1/agents",
        new AgentList(
            List.of(
                new AgentSummary(
                    bob.id(),
                    "bob",
                    bob.image(),
                    bob.model(),
                    state,
                    Map.of(),
                    bob.executor(),
                    0))));
    assertThat(bench.run("ps", "-a").out()).contains("failed: crash_loop ");
  }

  @Test
  void psPrintsIdsOrJson() {
    daemon.answer(
        "GET /v1/agents", new AgentList(List.of(Given.summary("bob", AgentStatus.READY, null))));
    assertThat(bench.run("ps", "-q").out()).isEqualTo("861068161a2b\n");
    assertThat(bench.run("ps", "-q", "--no-trunc").out()).isEqualTo(Given.ID + "\n");
    AgentSummary[] read = Json.read(bench.run("ps", "-o", "json").out(), AgentSummary[].class);
    assertThat(read).extracting(AgentSummary::name).containsExactly("bob");
  }

  @Test
  void psFitsANarrowTerminal() {
    daemon.answer(
        "GET /v1/agents",
        new AgentList(
            List.of(Given.summary("a-name-that-goes-on-and-on", AgentStatus.READY, null))));
    assertThat(bench.terminal(70).run("ps").out().lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(70))
        .anySatisfy(line -> assertThat(line).contains("…"));
  }

  @Test
  void psShowsTheExecutorWhenThereIsRoomForEverything() {
    daemon.answer(
        "GET /v1/agents", new AgentList(List.of(Given.summary("bob", AgentStatus.READY, null))));
    assertThat(bench.terminal(40).run("ps", "-o", "wide").out().lines())
        .satisfiesExactly(
            header -> assertThat(header).endsWith("CREATED         EXECUTOR   SESSION SANDBOXES"),
            bob -> assertThat(bob).contains(Given.ID).endsWith("5 minutes ago   docker     0"));
  }

  @Test
  void anAgentWithoutASandboxIsCalledSoAndIsRed() {
    daemon.answer(
        "GET /v1/agents",
        new AgentList(
            List.of(
                Given.unsandboxed(Given.summary("bare", AgentStatus.READY, null)),
                Given.summary("bob", AgentStatus.READY, null))));
    assertThat(bench.run("ps").out()).contains("unsandboxed, ready for 5 minutes");
    assertThat(bench.run("ps").out()).doesNotContain("\u001b");
    assertThat(bench.colourTerminal(200).run("ps").out().lines())
        .satisfiesExactly(
            header -> assertThat(header).doesNotContain("\u001b"),
            bare ->
                assertThat(bare).startsWith("\u001b[31m").contains("bare").endsWith("\u001b[0m"),
            bob -> assertThat(bob).doesNotContain("\u001b"));
  }

  @Test
  void stopGivesEachAgentItsTime() {
    daemon.on("POST /v1/agents/bob/stop", (request, reply) -> reply.json(204, ""));
    Bench.Run run = bench.run("stop", "-t", "3", "bob");
    assertThat(run.out()).isEqualTo("stopped bob\n");
    assertThat(daemon.requests().getFirst().line()).isEqualTo("POST /v1/agents/bob/stop?grace=3");
  }

  @Test
  void ofSeveralAgentsTheOthersAreDoneAfterAFailure() {
    Problem unknown = Problem.of(ErrorCode.AGENT_NOT_FOUND, "no agent 'bo'", null);
    daemon
        .refuse("DELETE /v1/agents/bo", unknown)
        .refuse("DELETE /v1/agents/busy", Problem.of(ErrorCode.AGENT_RUNNING, "it runs", null))
        .on("DELETE /v1/agents/bob", (request, reply) -> reply.json(204, ""));
    Bench.Run run = bench.run("rm", "-f", "bo", "busy", "bob");
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.out()).isEqualTo("removed bob\n");
    assertThat(run.err()).isEqualTo("otters: no agent 'bo'\notters: it runs\n");
    assertThat(daemon.requests().getLast().line()).isEqualTo("DELETE /v1/agents/bob?force=true");
    assertThat(bench.run("rm", "--keep-workspace", "bob").exit()).isZero();
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("DELETE /v1/agents/bob?keep-workspace=true");
  }

  @Test
  void startShowsProgressAndReturnsWhenReady() {
    daemon.work(
        "POST /v1/agents/bob/start",
        Given.agent("bob"),
        new Progress("bob", "create", 0, 0),
        new Progress("bob", "ready", 0, 0));
    Bench.Run run = bench.run("start", "bob");
    assertThat(run.out()).isEqualTo("started bob\n");
    assertThat(run.err()).isEqualTo("create bob\nready bob\n");
  }

  @Test
  void restartGivesEachAgentItsTime() {
    daemon.work("POST /v1/agents/bob/restart", Given.agent("bob"));
    assertThat(bench.run("restart", "-t", "3", "bob").out()).isEqualTo("restarted bob\n");
    assertThat(bench.run("restart", "bob").out()).isEqualTo("restarted bob\n");
    assertThat(daemon.requests())
        .extracting(request -> request.line())
        .containsExactly(
            "POST /v1/agents/bob/restart?grace=3", "POST /v1/agents/bob/restart?grace=10");
  }

  @Test
  void killNamesWhatItKilledAndGoesOnAfterAFailure() {
    daemon
        .answer("POST /v1/agents/bob/kill", Given.agent("bob"))
        .refuse(
            "POST /v1/agents/idle/kill",
            Problem.of(ErrorCode.AGENT_NOT_RUNNING, "agent idle is stopped", null));
    Bench.Run run = bench.run("kill", "idle", "bob");
    assertThat(run.exit()).isEqualTo(ErrorCode.AGENT_NOT_RUNNING.exitCode());
    assertThat(run.out()).isEqualTo("killed bob\n");
    assertThat(run.err()).isEqualTo("otters: agent idle is stopped\n");
  }

  @Test
  void waitPrintsTheExitCodesOfTheAgents() {
    daemon.work("GET /v1/agents/bob/wait", new WaitResult(137));
    daemon.work("GET /v1/agents/ann/wait", new WaitResult(0));
    Bench.Run run = bench.run("wait", "bob", "ann");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("137\n0\n");
  }

  @Test
  void renameSendsTheNewName() {
    daemon.answer("POST /v1/agents/bob/rename", Given.agent("bob & ann"));
    Bench.Run run = bench.run("rename", "bob", "bob & ann");
    assertThat(run.out()).isEqualTo("renamed to bob & ann\n");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("POST /v1/agents/bob/rename?to=bob & ann");
    assertThat(bench.run("rename", "bob").exit()).isEqualTo(2);
  }

  @Test
  void inspectIsAnArrayEvenForOne() {
    daemon.answer("GET /v1/agents/bob", Given.agent("bob"));
    AgentView[] read = Json.read(bench.run("inspect", "bob").out(), AgentView[].class);
    assertThat(read).containsExactly(Given.agent("bob"));
  }

  @Test
  void inspectOfSeveralPrintsThoseThatAreThere() {
    daemon.answer("GET /v1/agents/bob", Given.agent("bob"));
    daemon.refuse(
        "GET /v1/agents/x y", Problem.of(ErrorCode.AGENT_NOT_FOUND, "no agent 'x y'", null));
    Bench.Run run = bench.run("inspect", "x y", "bob");
    assertThat(run.exit()).isEqualTo(3);
    assertThat(Json.read(run.out(), AgentView[].class)).hasSize(1);
  }

  @Test
  void logsKeepTheirStreams() {
    daemon.on(
        "GET /v1/agents/bob/logs",
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stdout", "one"));
          reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stderr", "two"));
          reply.chunk(": alive\n\n");
          reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "otters", "started"));
          reply.end();
        });
    Bench.Run run =
        bench.run("logs", "-t", "--tail", "5", "--since", "2026-01-31T12:00:00Z", "bob");
    assertThat(run.out()).isEqualTo("1970-01-01T00:00:00Z one\n");
    assertThat(run.err()).isEqualTo("1970-01-01T00:00:00Z two\n1970-01-01T00:00:00Z started\n");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("GET /v1/agents/bob/logs?tail=5&since=2026-01-31T12:00:00Z");
  }

  @Test
  void aLineThatBeginsWithItsTimeGetsNoSecondOne() {
    String line = "2026-01-31T12:00:00.250Z turn finished";
    daemon.on(
        "GET /v1/agents/bob/logs",
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stdout", line));
          reply.end();
        });
    assertThat(bench.run("logs", "-t", "bob").out()).isEqualTo(line + "\n");
  }

  @Test
  void aLogCannotControlATerminalButReachesAScriptAsItIs() {
    daemon.on(
        "GET /v1/agents/bob/logs",
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stdout", "\u001b[2Jone"));
          reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stderr", "\u001b[2Jtwo"));
          reply.end();
        });
    Bench.Run script = bench.run("logs", "bob");
    assertThat(script.out()).isEqualTo("\u001b[2Jone\n");
    assertThat(script.err()).isEqualTo("\u001b[2Jtwo\n");
    Bench.Run terminal = bench.terminal(80).run("logs", "bob");
    assertThat(terminal.out()).isEqualTo("·[2Jone\n");
    assertThat(terminal.err()).isEqualTo("·[2Jtwo\n");
  }

  @Test
  void allOfALogHasNoLimit() {
    daemon.on(
        "GET /v1/agents/bob/logs",
        (request, reply) -> {
          reply.stream();
          reply.end();
        });
    assertThat(bench.run("logs", "--tail", "all", "bob").exit()).isZero();
    assertThat(daemon.requests().getLast().line()).isEqualTo("GET /v1/agents/bob/logs");
    assertThat(bench.run("logs", "--tail", "some", "bob").exit()).isEqualTo(2);
  }

  @Test
  void logsThatBreakOffAreAnError() {
    daemon.on(
        "GET /v1/agents/bob/logs",
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.LINE, new LogLine(Instant.EPOCH, "stdout", "one"));
        });
    Bench.Run run = bench.run("logs", "bob");
    assertThat(run.out()).isEqualTo("one\n");
    assertThat(run.exit()).isEqualTo(6);
  }

  @Test
  void aFollowedLogGoesOnWhereItBroke() {
    AtomicInteger connections = new AtomicInteger();
    daemon.on(
        "GET /v1/agents/bob/logs",
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.LINE, new LogLine(Instant.ofEpochSecond(5), "stdout", "one"));
          if (connections.incrementAndGet() > 1) {
            reply.event(null, Streams.LINE, new LogLine(Instant.ofEpochSecond(6), "stdout", "two"));
            reply.end();
          }
        });
    assertThat(bench.run("logs", "-f", "--tail", "1", "bob").out()).isEqualTo("one\ntwo\n");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET /v1/agents/bob/logs?follow=true&since=1970-01-01T00:00:05Z");
  }
}
