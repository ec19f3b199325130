package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One scripted conversation over each way into the daemon: all leave the same log. */
@Tag("bubblewrap")
class SameLogTest {
  private static final List<String> QUESTIONS = List.of("Look around", "What now?");

  /** What differs between two runs of the same turn. */
  private static final List<String> OWN = List.of("messages", "durationMillis");

  private static final Set<String> BEGINNINGS =
      Set.of("user.message", "wake.scheduled", "wake.fired");

  @AutoClose private Otters otters;
  private SessionLog log;

  @BeforeEach
  void anAgentThatCallsATool() throws IOException {
    otters = Otters.freshWithBubblewrap();
    otters.script(
        "looker",
        """
        rules:
          - when: {user: "(?i)look"}
            say: "I look."
            call: {tool: sh, args: ["-c", "echo seen; echo bad >&2; exit 3"], stdin: "x"}
          - when: {result: {tool: sh, matches: "seen"}}
            say: "I have seen it."
          - say: "Nothing."
        """);
    otters.run("run", otters.agentWithShell("looker", "scripted/looker").toString()).ok();
    log = new SessionLog(otters);
  }

  private List<Map.Entry<String, String>> events(String session) {
    List<JsonNode> events = log.events("looker", session);
    return events.stream().map(SameLogTest::comparable).toList();
  }

  private static Map.Entry<String, String> comparable(JsonNode event) {
    ObjectNode body = (ObjectNode) event.get("body");
    body.remove(OWN);
    if (body.get("usage") instanceof ObjectNode usage) {
      usage.remove("inputTokens"); // an estimate of a text that states how long a tool ran
    }
    return Map.entry(event.get("type").asString(), body.toString());
  }

  @Test
  void thePromptTheApiAndAResumedSessionLeaveTheSameLog() {
    for (String question : QUESTIONS) {
      otters.run("prompt", "-s", "prompted", "looker", question).ok();
    }
    for (int i = 0; i < QUESTIONS.size(); i++) {
      long turns = i + 1L;
      log.say("looker", "posted", QUESTIONS.get(i));
      Eventually.is(
          "the turn has ended", () -> log.count("looker", "posted", "turn.finished") == turns);
    }
    otters.run("prompt", "-s", "resumed", "looker", QUESTIONS.getFirst()).ok();
    otters.runWith(QUESTIONS.getLast() + "\n", "session", "resume", "looker", "resumed").ok();

    JsonNode begun = otters.json("prompt", "looker", QUESTIONS.getFirst());
    otters.run("prompt", "--continue", "looker", QUESTIONS.getLast()).ok();

    List<Map.Entry<String, String>> prompted = events("prompted");
    assertThat(prompted)
        .extracting(Map.Entry::getKey)
        .contains("user.message", "agent.tool_use", "agent.tool_result", "agent.message")
        .endsWith("turn.finished", "session.status_changed");
    assertThat(events("posted")).isEqualTo(prompted);
    assertThat(events("resumed")).isEqualTo(prompted);
    assertThat(events(begun.get("session").asString())).isEqualTo(prompted);
  }

  @Test
  void aWakeLeavesTheLogOfAPromptApartFromTheMessage() {
    otters.run("prompt", "-s", "prompted", "looker", QUESTIONS.getFirst()).ok();

    otters
        .run("session", "wake", "looker", "woken", "--in", "1s", "--note", QUESTIONS.getFirst())
        .ok();
    Eventually.is("the turn has ended", () -> log.count("looker", "woken", "turn.finished") == 1);

    assertThat(afterTheBeginning("woken")).isEqualTo(afterTheBeginning("prompted"));
    assertThat(log.count("looker", "woken", "wake.fired")).isOne();
    assertThat(otters.run("session", "transcript", "looker", "woken").ok())
        .contains("wake 1: Look around", "agent: I have seen it.");
    assertThat(otters.json("session", "wake", "ls")).isEmpty();
  }

  private List<Map.Entry<String, String>> afterTheBeginning(String session) {
    return events(session).stream().filter(event -> !BEGINNINGS.contains(event.getKey())).toList();
  }
}
