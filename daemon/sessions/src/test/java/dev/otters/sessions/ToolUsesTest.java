package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.protocol.Activation;
import dev.otters.protocol.EventBody.ToolUse;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.ToolUses;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolUsesTest extends SessionBench {
  @Test
  void theTextOfACallIsStoredOnceAndReadWithItsArguments() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.append(turn, SessionKit.use("c1", 1, "ls", "-l"));

    String stored =
        kit.database.read(
            rows ->
                rows.first(
                        "SELECT body FROM events WHERE type = 'agent.tool_use'",
                        row -> row.text("body"))
                    .orElseThrow());
    assertThat(Bodies.read(stored))
        .isEqualTo(
            Bodies.read(
                Bodies.of(
                    Map.of(
                        "call",
                        "c1",
                        "name",
                        "sh",
                        "step",
                        1,
                        "raw",
                        "{\"args\":[\"ls\",\"-l\"]}"))));
    assertThat(kit.events(EventType.TOOL_USE).getFirst().body())
        .contains("\"args\":[\"ls\",\"-l\"]")
        .contains("\"stdin\":\"\"")
        .doesNotContain("input");
  }

  @Test
  void textThatIsNoInputIsShownAsSuch() {
    assertThat(ToolUses.shown(Bodies.of(new ToolUse("c", "sh", 1, "{broken"))))
        .contains("\"args\":[]")
        .contains("\"input\":\"{broken\"");
    assertThat(ToolUses.shown("{")).isEqualTo("{");
  }

  @Test
  void callsOfOlderReleasesAreReadable() {
    assertThat(
            ToolUses.read("{'call':'c','name':'sh','args':['a','b'],'step':2}".replace('\'', '"')))
        .isEqualTo(new ToolUse("c", "sh", 2, "{\"args\":[\"a\",\"b\"]}"));
    assertThat(
            ToolUses.read(
                "{'args':[],'call':'c','input':'x','name':'sh','stdin':'','step':2}"
                    .replace('\'', '"')))
        .isEqualTo(new ToolUse("c", "sh", 2, "x"));
    assertThat(
            ToolUses.read(
                "{'args':['a'],'call':'c','name':'sh','raw':'{ }','stdin':'','step':2}"
                    .replace('\'', '"')))
        .isEqualTo(new ToolUse("c", "sh", 2, "{ }"));
  }
}
