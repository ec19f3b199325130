package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionExportTest extends CommandTest {
  private static final Instant THEN = Instant.parse("2026-01-31T12:00:00Z");

  private static final String EXPORTED =
      """
      {"type":"session","version":2,"id":"s","created_at":"2026-01-31T12:00:00Z","cwd":"/workspace","otters_version":"VERSION","agent":"bob","name":"review"}
      {"id":"e1","parent_id":null,"timestamp":"2026-01-31T12:00:01Z","seq":1,"type":"message","role":"user","content":"Look.\\u001B[2J","metadata":{"kind":"chat","turn_id":"t"}}
      {"id":"e4","parent_id":"e1","timestamp":"2026-01-31T12:00:04Z","seq":4,"sender":"model","type":"message","role":"assistant","content":"Let me.","metadata":{"kind":"chat","turn_id":"t","latency_ms":2000,"partial":true}}
      {"id":"e5","parent_id":"e4","timestamp":"2026-01-31T12:00:05Z","seq":5,"sender":"model","type":"tool_call","tool":"sh","arguments":{"args":["-c"]},"tool_call_id":"c","turn_id":"t"}
      {"id":"e6","parent_id":"e5","timestamp":"2026-01-31T12:00:06Z","seq":6,"sender":"model","type":"tool_result","tool":"sh","ok":false,"content":{"exitCode":2},"tool_call_id":"c","turn_id":"t"}
      {"id":"e7","parent_id":"e6","timestamp":"2026-01-31T12:00:07Z","seq":7,"sender":"model","type":"custom_message","custom_type":"error","kind":"transient","text":"away","display":false,"turn_id":"t"}
      {"id":"e8","parent_id":"e7","timestamp":"2026-01-31T12:00:08Z","seq":8,"sender":"model","type":"custom_message","custom_type":"turn_stub","kind":"chat","text":"failed","display":false,"turn_id":"t"}
      {"id":"e9","parent_id":"e8","timestamp":"2026-01-31T12:00:09Z","seq":9,"sender":"model","type":"compaction","summary":"They spoke.","turn_id":"t"}
      """;

  private static SessionEvent event(long seq, EventType type, Map<String, Object> body) {
    return new SessionEvent(
        seq,
        "e" + seq,
        type,
        seq == 1 ? null : "model",
        "t",
        THEN.plusSeconds(seq),
        new LinkedHashMap<>(body));
  }

  @BeforeEach
  void hasASession() {
    daemon.answer(
        "GET /v1/agents/bob/sessions/review",
        new SessionSummary("s", "bob", "idle", null, 1, 8, 0, 0, THEN, THEN, "review", "Look."));
    new TurnScript(daemon)
        .tell(
            event(1, EventType.USER_MESSAGE, Map.of("text", "Look.\u001b[2J")),
            event(2, EventType.TURN_STARTED, Map.of("attempt", 1)),
            event(3, EventType.STATUS_CHANGED, Map.of("from", "idle", "to", "running")),
            event(4, EventType.AGENT_MESSAGE, Map.of("text", "Let me.", "partial", true)),
            event(5, EventType.TOOL_USE, Map.of("call", "c", "name", "sh", "args", List.of("-c"))),
            event(
                6,
                EventType.TOOL_RESULT,
                Map.of("call", "c", "name", "sh", "exitCode", 2, "isError", true)),
            event(7, EventType.ERROR, Map.of("kind", "transient", "message", "away")),
            event(8, EventType.TURN_FINISHED, Map.of("outcome", "failed")),
            event(9, EventType.COMPACTED, Map.of("summary", "They spoke.")));
  }

  private String expected() {
    String version = bench.run("--version").out().strip().replace("otters ", "");
    return EXPORTED.replace("VERSION", version);
  }

  @Test
  void standardOutputGetsOneLineForEachEventThatWasSaidOrDone() {
    Bench.Run run = bench.run("session", "export", "bob", "review");
    assertThat(run.out()).isEqualTo(expected());
    assertThat(run.err()).isEmpty();
    assertThat(bench.run("session", "export", "-o", "-", "bob", "review").out())
        .isEqualTo(run.out());
  }

  @Test
  void aFileIsPrivateAndReplacesAnOlderOne() throws IOException {
    Path file = folder.resolve("review.jsonl");
    Files.writeString(file, "old");
    assertThat(bench.run("session", "export", "-o", file.toString(), "bob", "review").out())
        .isEqualTo("exported " + file + "\n");
    assertThat(file).hasContent(expected());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aFileIsKeptIfTheExportFails() throws IOException {
    Path file = folder.resolve("review.jsonl");
    Files.writeString(file, "old");
    new TurnScript(daemon)
        .follow(
            (request, reply) -> {
              reply.stream();
              TurnScript.send(reply, event(1, EventType.USER_MESSAGE, Map.of("text", "Look.")));
              reply.event(
                  null,
                  Streams.ERROR,
                  Problem.of(ErrorCode.SESSION_NOT_FOUND, "session s not found", null));
              reply.end();
            });
    Bench.Run run = bench.run("session", "export", "-o", file.toString(), "bob", "review");
    assertThat(run.exit()).isEqualTo(3);
    assertThat(file).hasContent("old");
    try (var files = Files.list(folder)) {
      assertThat(files.filter(path -> path.toString().endsWith(".part"))).isEmpty();
    }
  }

  @Test
  void aCallOfACustomToolHasItsInputAndItsResult() {
    new TurnScript(daemon)
        .tell(
            event(
                1,
                EventType.CUSTOM_TOOL_USE,
                Map.of(
                    "id", "c1", "call", "c", "name", "weather", "input", Map.of("city", "Oslo"))),
            event(
                2,
                EventType.CUSTOM_TOOL_RESULT,
                Map.of("call", "c", "name", "weather", "text", "rain", "isError", false)));

    assertThat(bench.run("session", "export", "bob", "review").out())
        .contains(
            "\"tool\":\"weather\",\"arguments\":{\"city\":\"Oslo\"}",
            "\"type\":\"tool_result\",\"tool\":\"weather\",\"ok\":true",
            "\"text\":\"rain\"");
  }

  @Test
  void anUnknownSessionIsNotExported() {
    daemon.refuse(
        "GET /v1/agents/bob/sessions/none",
        Problem.of(ErrorCode.SESSION_NOT_FOUND, "session none not found", null));
    Path file = folder.resolve("none.jsonl");
    assertThat(bench.run("session", "export", "-o", file.toString(), "bob", "none").exit())
        .isEqualTo(3);
    assertThat(file).doesNotExist();
  }
}
