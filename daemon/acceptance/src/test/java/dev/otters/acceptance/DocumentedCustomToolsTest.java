package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/custom-tools.md, and kills the daemon between the call and its result. */
@Tag("bubblewrap")
class DocumentedCustomToolsTest {
  private static final String PAGE = "docs/custom-tools.md";

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() throws IOException {
    try (Otters otters = Otters.freshWithBubblewrap()) {
      otters.script(
          "guide",
          """
          rules:
            - when: {result: {tool: weather, matches: "(?s)(.*)"}}
              say: "The weather: ${1}"
            - when: {user: "weather in (\\\\w+)"}
              call: {tool: weather, input: '{"city": "${1}"}'}
            - say: "Yes."
          """);
      otters.run("run", otters.agentWithShell("guide", "scripted/guide").toString()).ok();

      int asked =
          DocumentedCommands.of(PAGE, "## Create a session with tools", "## Answer the call")
              .run(otters);
      otters.killDaemon();
      int answered =
          DocumentedCommands.of(PAGE, "## Answer the call", "## What happens to a call")
              .run(otters);

      assertThat(asked + answered).isEqualTo(13);
      assertThat(otters.json("approvals")).isEmpty();
      assertThat(otters.run("session", "export", "guide", "trip").ok())
          .contains("\"arguments\":{\"city\":\"Bergen\"}");
      assertThat(otters.run("trace", "guide", "trip", "1", "--context").ok())
          .contains("clientTools");
    }
  }
}
