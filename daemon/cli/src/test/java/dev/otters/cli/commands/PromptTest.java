package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.session.EventType;
import dev.otters.api.session.MessageAccepted;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.session.TextChunk;
import dev.otters.api.session.TurnOutcome;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import dev.otters.cli.turn.ToolCall;
import dev.otters.cli.turn.TurnResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptTest extends CommandTest {
  private static final String CONTINUED = "cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d";

  private TurnScript turn;

  @BeforeEach
  void start() {
    turn = new TurnScript(daemon);
  }

  @Test
  void aScriptGetsTheFinalAnswerOnce() {
    turn.answerInOneGo();
    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "what", "is it?");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("It is Otters.\n");
    assertThat(run.err()).isEmpty();
    MessageRequest sent = Json.read(turn.sent().findFirst().orElseThrow(), MessageRequest.class);
    assertThat(sent.text()).isEqualTo("what is it?");
    assertThat(sent.type()).isEqualTo("user.message");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET " + TurnScript.EVENTS + "?after=4&follow=true");
  }

  @Test
  void aTerminalSeesEverythingAsItComes() {
    turn.answerInOneGo();
    Bench.Run run = bench.terminal(80).run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.out()).isEqualTo("Let me look.\nIt is Otters.\n");
    assertThat(run.err()).isEqualTo("▸ sh -c ls\n  README.md\n");
  }

  @Test
  void theAnswerToASchemaIsPrintedAloneAlsoOnATerminal(@TempDir Path folder) throws IOException {
    Path schema = Files.writeString(folder.resolve("s.json"), "{\"enum\": [1.5, null]}\n");
    turn.acceptMessages();
    turn.follow(
        (request, reply) -> {
          reply.stream();
          TurnScript.send(reply, TurnScript.started());
          reply.event(null, Streams.DELTA, new TextChunk("One"));
          TurnScript.send(
              reply,
              TurnScript.event(6, EventType.PROPOSED, Map.of("text", "One", "step", 1)),
              TurnScript.event(7, EventType.REJECTED, Map.of("mismatch", "it is no number")));
          reply.event(null, Streams.DELTA, new TextChunk("1.5"));
          TurnScript.send(
              reply,
              TurnScript.event(8, EventType.PROPOSED, Map.of("text", "1.5", "step", 2)),
              TurnScript.said(9, "1.5"),
              TurnScript.finished(10, "answered"));
        });
    String[] words = {"prompt", "--schema", schema.toString(), "-s", "s", "bob", "what?"};

    Bench.Run run = bench.terminal(80).run(words);
    assertThat(run.out()).isEqualTo("1.5\n");
    assertThat(run.err()).isEqualTo("the answer does not match the schema: it is no number\n");
    assertThat(turn.sent().findFirst().orElseThrow()).contains("\"schema\":{\"enum\":[1.5,null]}");
    assertThat(bench.run(words).out()).isEqualTo("1.5\n");
  }

  @Test
  void aFileThatIsNoSchemaIsRefusedBeforeAnythingIsSent(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("s.json"), "{\"type\": }");

    Bench.Run broken = bench.run("prompt", "--schema", file.toString(), "bob", "what?");
    assertThat(broken.exit()).isEqualTo(2);
    assertThat(broken.err())
        .startsWith("otters: the schema " + file + ": Expected value (line 1, column")
        .contains("(line 1, column 10)", "Give --schema a file with a JSON object.");
    assertThat(bench.run("prompt", "--schema", "none.json", "bob", "what?").err())
        .startsWith("otters: the schema none.json: no such file");
    assertThat(bench.input(" ").run("prompt", "--file", "none.png", "bob", "-").err())
        .as("before standard input is read")
        .contains("no file ", "none.png");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void anUrgentMessageStopsWhatTheSessionDoes() {
    turn.answerInOneGo();

    assertThat(bench.run("prompt", "--interrupt", "-s", "s", "bob", "Stop.").exit()).isZero();

    assertThat(daemon.requests())
        .extracting(request -> request.line())
        .contains("POST " + TurnScript.EVENTS + "?interrupt=true")
        .noneMatch(line -> line.endsWith("/interrupt"));
  }

  @Test
  void noStreamIsForTerminalsToo() {
    turn.answerInOneGo();
    assertThat(bench.terminal(80).run("prompt", "--no-stream", "-s", "s", "bob", "what?").out())
        .isEqualTo("It is Otters.\n");
  }

  @Test
  void anAnswerCannotControlATerminalButReachesAScriptAsItIs() {
    turn.acceptMessages();
    turn.tell(
        TurnScript.started(),
        TurnScript.said(6, "\u001b]0;gone\u0007Yes.\n"),
        TurnScript.finished(7, "answered"));
    String[] words = {"prompt", "--no-stream", "-s", "s", "bob", "what?"};

    assertThat(bench.run(words).out()).isEqualTo("\u001b]0;gone\u0007Yes.\n");
    assertThat(bench.terminal(80).run(words).out()).isEqualTo("·]0;gone·Yes.\n");
  }

  @Test
  void toolsAreShownToScriptsThatAskForThem() {
    turn.answerInOneGo();
    Bench.Run run = bench.run("prompt", "--show-tools", "-s", "s", "bob", "what?");
    assertThat(run.out()).isEqualTo("It is Otters.\n");
    assertThat(run.err()).isEqualTo("▸ sh -c ls\n  README.md\n");
  }

  @Test
  void jsonHoldsAnswerToolCallsAndUsage() {
    turn.answerInOneGo();
    TurnResult result =
        Json.read(
            bench.run("prompt", "-o", "json", "-s", "s", "bob", "what?").out(), TurnResult.class);
    assertThat(result.answer()).isEqualTo("It is Otters.");
    assertThat(result.session()).isEqualTo("s");
    assertThat(result.usage()).containsEntry("inputTokens", 7);
    assertThat(result.toolCalls())
        .singleElement()
        .extracting(ToolCall::stdout)
        .isEqualTo("README.md\n");
  }

  @Test
  void aRestartedAnswerIsToldOnATerminal() {
    turn.acceptMessages();
    turn.follow(
        (request, reply) -> {
          reply.stream();
          TurnScript.send(reply, TurnScript.started());
          reply.event(null, Streams.DELTA, new TextChunk("Wrong"));
          reply.event(null, Streams.RESTARTED, Map.of());
          reply.event(null, Streams.DELTA, new TextChunk("Right."));
          TurnScript.send(reply, TurnScript.said(6, "Right."), TurnScript.finished(7, "answered"));
        });
    Bench.Run live = bench.terminal(80).run("prompt", "-s", "s", "bob", "what?");
    assertThat(live.out()).isEqualTo("Wrong\nRight.\n");
    assertThat(live.err()).isEqualTo("the answer is restarted\n");
  }

  @Test
  void whatTheTurnWaitsForIsTold() {
    turn.acceptMessages();
    turn.follow(
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.NOTE, new TextChunk("of another turn"));
          TurnScript.send(reply, TurnScript.started());
          reply.event(null, Streams.NOTE, new TextChunk("1 request \u001b[2Jbefore yours"));
          reply.event(null, Streams.NOTE, new TextChunk("1 request \u001b[2Jbefore yours"));
          TurnScript.send(reply, TurnScript.said(6, "Yes."), TurnScript.finished(7, "answered"));
        });

    assertThat(bench.run("prompt", "-s", "s", "bob", "what?").err())
        .isEqualTo("1 request ·[2Jbefore yours\n");
    Bench.Run live = bench.terminal(80).run("prompt", "-s", "s", "bob", "what?");
    assertThat(live.out()).isEqualTo("Yes.\n");
    assertThat(live.err()).isEqualTo("1 request ·[2Jbefore yours\n");
  }

  @Test
  void aTurnThatFailsSaysWhyAndHasTheModelsExitCode() {
    failTheTurn();
    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.exit()).isEqualTo(43);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("otters: the key is wrong\n");
  }

  @Test
  void aTurnThatFailsHasTheModelsExitCodeAndTheProblemInItsJson() {
    failTheTurn();
    Bench.Run run = bench.run("prompt", "-o", "json", "-s", "s", "bob", "what?");
    assertThat(run.exit()).isEqualTo(43);
    TurnResult result = Json.read(run.out(), TurnResult.class);
    assertThat(result.outcome()).isEqualTo(TurnOutcome.FAILED);
    assertThat(result.problem()).isNotNull();
    assertThat(result.problem().code()).isEqualTo(ErrorCode.MODEL_PERMANENT);
    assertThat(result.problem().title()).isEqualTo("the key is wrong");
    assertThat(run.err()).isEmpty();
  }

  private void failTheTurn() {
    turn.acceptMessages();
    turn.failTurns();
  }

  @Test
  void aRefusedMessageIsNotSentAgain() {
    daemon.refuse(
        "POST " + TurnScript.EVENTS,
        Problem.of(
            ErrorCode.AGENT_NOT_RUNNING, "bob is stopped", "Start it with: otters start bob"));
    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(turn.sent()).hasSize(1);
  }

  @Test
  void standardInputIsTheMessageWhenNothingElseIs() {
    turn.answerInOneGo();
    assertThat(bench.input("from a pipe\n").run("prompt", "-s", "s", "bob").exit()).isZero();
    assertThat(bench.input("from a pipe\n").run("prompt", "-s", "s", "bob", "-").exit()).isZero();
    assertThat(turn.sent())
        .hasSize(2)
        .allSatisfy(text -> assertThat(text).contains("\"text\":\"from a pipe\""));
  }

  @Test
  void textAndStandardInputAreSentTogether() {
    turn.answerInOneGo();
    bench.input("a\nb\n");
    assertThat(bench.run("prompt", "-s", "s", "bob", "explain", "this", "-").err()).isEmpty();
    assertThat(turn.sent())
        .singleElement()
        .asString()
        .contains("\"text\":\"explain this\\n\\na\\nb\"");
    assertThat(bench.input("").run("prompt", "-s", "s", "bob", "text", "-").exit()).isZero();
    assertThat(turn.sent().toList().getLast()).contains("\"text\":\"text\"");
  }

  @Test
  void standardInputThatIsNotSentIsNotDroppedSilently() {
    turn.answerInOneGo();
    Bench.Run run = bench.input("context\n").run("prompt", "-s", "s", "bob", "explain this");
    assertThat(run.exit()).isZero();
    assertThat(run.err())
        .isEqualTo("standard input is not sent: add - after the text to send it, too\n");
    assertThat(bench.input("").run("prompt", "-s", "s", "bob", "explain").err()).isEmpty();
  }

  @Test
  void anAgentIsStartedFirstOnRequest() {
    turn.answerInOneGo();
    daemon.work("POST /v1/agents/bob/start", Given.agent("bob"));
    assertThat(bench.run("prompt", "--start", "-s", "s", "bob", "hi").exit()).isZero();
    assertThat(daemon.requests().getFirst().line()).isEqualTo("POST /v1/agents/bob/start");
  }

  @Test
  void anEmptyMessageIsRefused() {
    assertThat(bench.input(" \n").run("prompt", "bob", "-").err())
        .startsWith("otters: the message is empty");
    assertThat(bench.terminal(80).run("prompt", "bob").err()).startsWith("otters: missing TEXT");
    assertThat(bench.run("prompt", "bob", "").exit()).isEqualTo(2);
    assertThat(bench.input("x".repeat(1_000_000)).run("prompt", "bob", "-").err())
        .startsWith("otters: the message is larger than 900kB");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void aNewSessionIsNamedAfterWhereItCameFrom() {
    bench.run("prompt", "bob", "hi");
    assertThat(daemon.requests().getFirst().line())
        .matches("POST /v1/agents/bob/sessions/cli:prompt:[0-9a-f-]{36}/events");
  }

  private static SessionSummary continued() {
    Instant then = Instant.EPOCH;
    return new SessionSummary(CONTINUED, "bob", "idle", null, 1, 5, 7, 2, then, then, null, "hi");
  }

  private void isContinued() {
    daemon.answer("GET /v1/agents/bob/sessions/0a1b2c3d", continued());
    daemon.answer(
        "POST /v1/agents/bob/sessions/" + CONTINUED + "/events",
        new MessageAccepted("mine", 4, CONTINUED));
    daemon.on(
        "GET /v1/agents/bob/sessions/" + CONTINUED + "/events",
        (request, reply) -> {
          reply.stream();
          TurnScript.send(
              reply,
              TurnScript.started(),
              TurnScript.said(6, "Yes."),
              TurnScript.finished(7, "answered"));
        });
  }

  @Test
  void theBeginningOfAnIdContinuesItsSession() {
    isContinued();
    TurnResult result =
        Json.read(
            bench.run("prompt", "-o", "json", "-s", "0a1b2c3d", "bob", "so?").out(),
            TurnResult.class);
    assertThat(result.session()).isEqualTo(CONTINUED);
  }

  @Test
  void aNameThatNoSessionHasBeginsOne() {
    daemon.refuse(
        "GET /v1/agents/bob/sessions/s",
        Problem.of(ErrorCode.SESSION_NOT_FOUND, "session s not found", null));
    turn.answerInOneGo();
    assertThat(bench.run("prompt", "-s", "s", "bob", "what?").out()).isEqualTo("It is Otters.\n");
    assertThat(bench.terminal(80).run("prompt", "-s", "s", "bob", "what?").err())
        .startsWith("new session s\n");
  }

  @Test
  void theNewestConversationOfThisCommandIsContinued() {
    isContinued();
    daemon.answer("GET /v1/sessions", new SessionList(List.of(continued()), true, null));
    Bench.Run run = bench.run("prompt", "--continue", "bob", "so?");
    assertThat(run.out()).isEqualTo("Yes.\n");
    assertThat(run.err()).isEmpty();
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("GET /v1/sessions?agent=bob&beginning=cli:prompt:&limit=1");
  }

  @Test
  void aPersonLearnsTheIdOfTheSession() {
    isContinued();
    Bench.Run run = bench.terminal(80).run("prompt", "-s", "0a1b2c3d", "bob", "so?");
    assertThat(run.out()).isEqualTo("Yes.\n");
    assertThat(run.err()).isEqualTo("session 0a1b2c3d4e5f\n");
  }

  @Test
  void withoutAConversationThereIsNothingToContinue() {
    daemon.answer("GET /v1/sessions", new SessionList(List.of(), false, null));
    Bench.Run run = bench.run("prompt", "--continue", "bob", "so?");
    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).startsWith("otters: agent bob has no conversation to continue\n");
    assertThat(bench.run("prompt", "--continue", "-s", "s", "bob", "so?").exit()).isEqualTo(2);
  }
}
