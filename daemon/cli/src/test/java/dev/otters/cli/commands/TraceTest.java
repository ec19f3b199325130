package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.trace.NextRequest;
import dev.otters.api.trace.TraceAnswer;
import dev.otters.api.trace.TraceBlock;
import dev.otters.api.trace.TraceCall;
import dev.otters.api.trace.TraceContext;
import dev.otters.api.trace.TraceDetail;
import dev.otters.api.trace.TraceList;
import dev.otters.api.trace.TracePrompt;
import dev.otters.api.trace.TraceReplay;
import dev.otters.api.trace.TraceText;
import dev.otters.api.trace.TraceTurn;
import dev.otters.api.trace.TraceUsage;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest extends CommandTest {
  private static final String TRACES = "GET /v1/agents/bob/sessions/review/traces";
  private static final String HASH = "0123456789abcdef";

  private static TraceTurn turn(long number) {
    Instant then = Instant.now().minusSeconds(300);
    return new TraceTurn(
        number, "a" + number, "acked", then, "acme/large", 2, 1, 20_000, 120, 30, 1500, "Hello");
  }

  private static TraceCall call(long id, TraceText text) {
    TraceUsage usage = new TraceUsage(120, 0, 0, 30, 0, false, 1_500_000L);
    return new TraceCall(
        id,
        1,
        1,
        1,
        Instant.now(),
        "acme/large",
        true,
        "redacted",
        200L,
        1500,
        text,
        20_000,
        HASH,
        40L,
        null,
        usage);
  }

  private void has(long turn, long call, TraceText text, String request, boolean intact) {
    TraceDetail detail =
        new TraceDetail(
            turn(turn),
            HASH,
            List.of(TraceBlock.of("WORKSPACE", "runtime", 400, HASH)),
            List.of(call(call, text)));
    daemon.answer(TRACES + "/" + turn, detail);
    daemon.answer(
        TRACES + "/" + turn + "/calls/" + call,
        new TracePrompt(call(call, text), request, "{}", intact));
  }

  @Test
  void turnsAreListed() {
    daemon.answer(TRACES, new TraceList(List.of(turn(4), turn(5)), 3));
    Bench.Run run = bench.run("trace", "bob", "review");
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            TURN   STATE   WHEN            REQUESTS       SIZE     IN    OUT   TIME   MESSAGE
            4      acked   5 minutes ago   2 (1 failed)   20.0kB   120   30    1.5s   Hello
            5      acked   5 minutes ago   2 (1 failed)   20.0kB   120   30    1.5s   Hello
            """);
    assertThat(daemon.requests().getLast().line()).isEqualTo(TRACES + "?limit=50");
  }

  @Test
  void aTurnIsShownByBlocksAndRequests() {
    has(1, 7, TraceText.EXACT, "{}", true);
    Bench.Run run = bench.run("trace", "bob", "review", "1");
    assertThat(run.out())
        .contains("WORKSPACE   runtime   400B   ~100     0123456789ab")
        .contains("7         1.1    acme/large   20.0kB   exact   200ms   1.5s   120   30");
  }

  @Test
  void thePromptIsPrintedAsItWasSentAndReadableOnATerminal() {
    has(1, 7, TraceText.EXACT, "{\"model\":\"large\"}", true);
    assertThat(bench.run("trace", "bob", "review", "1", "--prompt").out())
        .isEqualTo("{\"model\":\"large\"}\n");
    has(3, 9, TraceText.EXACT, "{\"messages\":[{\"role\":\"user\",\"content\":\"a\\nb\"}]}", true);
    assertThat(bench.terminal(80).run("trace", "bob", "review", "3", "--prompt").out())
        .isEqualTo("── user\na\nb\n");
    has(2, 8, TraceText.DROPPED, null, true);
    assertThat(bench.run("trace", "bob", "review", "2", "--prompt").err())
        .contains("the text of request 8 is not stored, because the disk was full.");
  }

  @Test
  void aFileOfAPromptIsBase64ForAScriptAndItsNameForATerminal() {
    String file = "ab".repeat(32);
    String mark = "\u0001";
    String request =
        "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Look.\\n[file"
            + " a.png, image/png, 5 bytes]\"},{\"type\":\"image_url\",\"image_url\":{\"url\":"
            + "\"data:image/png;base64,%s\"}}]}]}";
    daemon.on(
        "GET /v1/agents/bob/sessions/review/files/" + file,
        (asked, reply) -> reply.json(200, "bytes"));
    has(1, 7, TraceText.EXACT, request.formatted("\\u0001" + file + "\\u0001"), true);
    assertThat(bench.run("trace", "bob", "review", "1", "--prompt").out())
        .isEqualTo(request.formatted("\\u0001" + file + "\\u0001") + "\n");
    has(1, 7, TraceText.EXACT, request.formatted(mark + file + mark), true);
    assertThat(bench.run("trace", "bob", "review", "1", "--prompt").out())
        .isEqualTo(request.formatted("Ynl0ZXM=") + "\n");
    assertThat(bench.terminal(80).run("trace", "bob", "review", "1", "--prompt").out())
        .isEqualTo("── user\nLook.\n[file a.png, image/png, 5 bytes]\n");
  }

  @Test
  void theContextIsPrintedAsItIsStored() {
    daemon.answer(TRACES + "/1/context", new TraceContext(HASH, "{\"blocks\":[]}"));
    assertThat(bench.run("trace", "bob", "review", "1", "--context").out())
        .isEqualTo("{\"blocks\":[]}\n");
  }

  @Test
  void thePromptAndTheContextNeedATurn() {
    daemon.answer(TRACES, new TraceList(List.of(turn(1)), 0));
    assertThat(bench.run("trace", "bob", "review", "--prompt").err())
        .contains("--prompt takes a turn");
    assertThat(bench.run("trace", "bob", "review", "--context").err())
        .contains("--context takes a turn");
  }

  @Test
  void aDiffShowsOnlyTheLinesThatDiffer() {
    has(1, 7, TraceText.EXACT, "{\"a\":[{\"x\":1},{\"y\":1},{\"z\":1},{\"end\":1}]}", true);
    has(2, 8, TraceText.EXACT, "{\"a\":[{\"x\":1},{\"y\":1},{\"z\":2},{\"end\":1}]}", true);
    assertThat(bench.run("trace", "bob", "review", "--diff", "1", "2").out())
        .isEqualTo("  {\"y\":1},\n- {\"z\":1},\n+ {\"z\":2},\n  {\"end\":1}]}\n");
    assertThat(bench.run("trace", "bob", "review", "--diff", "1").err())
        .contains("--diff takes two turns");
  }

  @Test
  void aDamagedTraceFailsTheCheck() {
    has(1, 7, TraceText.EXACT, "{}", true);
    has(2, 8, TraceText.EXACT, "{}", false);
    assertThat(bench.run("trace", "bob", "review", "1", "--verify").out())
        .isEqualTo("1 intact, 0 without text, 0 damaged\n");
    daemon.answer(TRACES, new TraceList(List.of(turn(1), turn(2)), 0));
    Bench.Run run = bench.run("trace", "bob", "review", "--verify");
    assertThat(run.exit()).isOne();
    assertThat(run.out()).isEqualTo("1 intact, 0 without text, 1 damaged\n");
    assertThat(run.err()).contains("request 8 is damaged");
  }

  @Test
  void aDamagedPromptIsNotBlamedOnThePolicy() {
    daemon.answer(
        TRACES + "/1",
        new TraceDetail(turn(1), HASH, List.of(), List.of(call(7, TraceText.EXACT))));
    daemon.answer(
        TRACES + "/1/calls/7", new TracePrompt(call(7, TraceText.EXACT), null, null, false));

    assertThat(bench.run("trace", "bob", "review", "1", "--prompt").err())
        .isEqualTo("warning: request 7 is damaged\n");
  }

  @Test
  void aReplayShowsBothAnswers() {
    TraceUsage usage = new TraceUsage(120, 0, 0, 30, 0, false, 1_500_000L);
    TraceAnswer.Call call = new TraceAnswer.Call("sh", "{\"args\":[\"ls\"]}");
    TraceAnswer recorded =
        new TraceAnswer("acme/large", "Let me \u001b[31msee.", List.of(call), 1500L, usage, null);
    TraceAnswer replayed =
        new TraceAnswer("acme/small", "All is well.", List.of(), 200L, usage, null);
    TraceReplay replay = new TraceReplay(4, "1.2", recorded, replayed);
    daemon.work("POST /v1/agents/bob/sessions/review/traces/4/replay", replay);

    Bench.Run run =
        bench.run(
            "trace", "replay", "bob", "review", "4", "--step", "1.2", "--model", "acme/small");

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains("recorded   acme/large   1.5s    120   30    $0.0015")
        .contains("── recorded\nLet me", "see.\ncall sh {\"args\":[\"ls\"]}\n")
        .endsWith("── replayed\nAll is well.\n")
        .doesNotContain("\u001b");
    assertThat(daemon.requests().getLast().body())
        .isEqualTo("{\"model\":\"acme/small\",\"step\":\"1.2\"}");
  }

  @Test
  void aReplayNeedsAModel() {
    Bench.Run run = bench.run("trace", "replay", "bob", "review", "4");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--model is missing");
  }

  @Test
  void anAgentCalledReplayHasTraces() {
    daemon.answer(
        "GET /v1/agents/replay/sessions/review/traces", new TraceList(List.of(turn(4)), 0));
    assertThat(bench.run("trace", "--", "replay", "review").out()).contains("Hello");
  }

  @Test
  void theNextRequestIsShownByBlock() {
    daemon.answer(
        "GET /v1/agents/bob/sessions/review/context",
        new NextRequest(
            "acme/large",
            null,
            2,
            List.of(TraceBlock.of("WORKSPACE", "runtime", 400, HASH)),
            TraceBlock.of("total", "", 400, "")));
    assertThat(bench.run("context", "bob", "review").out())
        .contains("acme/large", "unknown", "WORKSPACE   runtime   400B   ~100")
        .contains("total                 400B   ~100");
  }
}
