package dev.otters.agentfile.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads the forms in which Agentfiles of the upstream project are written. */
class UpstreamFormsTest {
  private static final String SOURCE =
      """
      FROM scratch

      RUNTIME ghcr.io/openotters/runtime:latest
      MODEL anthropic/claude-haiku-4-5-20251001
      NAME thermostat

      LABEL description="Talks to a home — start with -v ~/sock:/sock:\\"the socket\\"."
      LABEL org.opencontainers.image.version="1.0.0"
      LABEL io.openotters.required-env="HOME_URL, HOME_TOKEN"

      # A comment with `code` and "quotes
      CAPABILITY note_save
      CAPABILITY agent_create_from_source

      CONTEXT SOUL "Operating rules" <<EOF
      # Not a comment
      Call \\`sh -c 'curl -H "Bearer \\$HOME_TOKEN" \\\\'
      EOF

      CONTEXT IDENTITY <<EOF
      Name: thermostat
      EOF

      ENV HOME_URL="" "Base URL, e.g. http://home:8123 (no trailing slash)"

      CONFIG max-tokens=2048 "Headroom"
      CONFIG memory-strategy=summarize

      BIN curl ghcr.io/openotters/tools/curl:latest "HTTP client" <<EOF
        -sS   quiet
      EOF

      ADD ./docs/ROOMS.md   ROOMS.md   "The rooms"
      ADD rooms.json /data/workspace/rooms.json "Their ids"
      EXEC ["serve"]
      """;

  private final Parsed parsed =
      (Parsed) AgentfileParser.parse("Agentfile", SOURCE.replace("\n", "\r\n"), Map.of());

  @Test
  void onlyTheFolderOfAnAddedFileIsWorthAWarning() {
    assertThat(parsed.warnings())
        .extracting(Problem::message)
        .containsExactly("the file will be /etc/data/rooms.json: ADD makes no folders");
  }

  @Test
  void everyDirectiveArrives() {
    var agentfile = parsed.agentfile();

    assertThat(agentfile.labels())
        .containsEntry(
            "description", "Talks to a home — start with -v ~/sock:/sock:\"the socket\".");
    assertThat(agentfile.capabilities())
        .containsExactly(Capability.NOTE_SAVE, Capability.AGENT_CREATE_FROM_SOURCE);
    assertThat(agentfile.contexts())
        .extracting(Context::body)
        .containsExactly(
            new Context.Inline(
                "# Not a comment\nCall \\`sh -c 'curl -H \"Bearer \\$HOME_TOKEN\" \\\\'"),
            new Context.Inline("Name: thermostat"));
    assertThat(agentfile.envs()).extracting(Env::value).containsExactly("");
    assertThat(agentfile.effectiveConfigs())
        .containsEntry("max-tokens", new ConfigValue.Int(2048))
        .containsEntry("memory-strategy", new ConfigValue.Text("summarize"));
    assertThat(agentfile.bins().getFirst().usage()).isEqualTo("  -sS   quiet");
    assertThat(agentfile.adds())
        .containsExactly(
            new Add("docs/ROOMS.md", "ROOMS.md", "The rooms"),
            new Add("rooms.json", "rooms.json", "Their ids"));
    assertThat(agentfile.exec()).containsExactly("serve");
  }
}
