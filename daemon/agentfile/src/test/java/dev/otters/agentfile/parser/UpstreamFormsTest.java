package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Add;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.ImageName;
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
      (Parsed)
          AgentfileParser.parse(
              "Agentfile", SOURCE.replace("\n", "\r\n").getBytes(UTF_8), Map.of());

  @Test
  void onlyTheFolderOfAnAddedFileIsWorthAWarning() {
    assertThat(parsed.warnings())
        .extracting(Problem::message)
        .containsExactly("the file will be /etc/data/rooms.json: ADD does not create folders");
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
    assertThat(agentfile.all(Env.class)).extracting(Env::value).containsExactly("");
    assertThat(agentfile.effectiveConfigs())
        .containsEntry("max-tokens", new ConfigValue.Int(2048))
        .containsEntry("memory-strategy", new ConfigValue.Text("summarize"));
    assertThat(agentfile.bins().getFirst().usage()).isEqualTo("  -sS   quiet");
    assertThat(agentfile.all(Add.class))
        .containsExactly(
            new Add("./docs/ROOMS.md", "ROOMS.md", "The rooms"),
            new Add("rooms.json", "rooms.json", "Their ids"));
    assertThat(agentfile.exec()).containsExactly("serve");
  }

  @Test
  void aFileMayEndWithoutALineEnd() {
    var end =
        (Parsed)
            AgentfileParser.parse(
                "Agentfile", "FROM scratch\n\nNAME otter".getBytes(UTF_8), Map.of());

    assertThat(end.agentfile().name()).contains("otter");
  }

  @Test
  void directivesMayBeInAnyCaseAndStandInColumns() {
    var agentfile =
        agentfile(
            "model\tanthropic/claude-haiku-4-5",
            "\tName   otter",
            "Bin jq   ghcr.io/openotters/tools/jq:latest   \"JSON\"",
            "ENV\tKUBECONFIG=/kubeconfig.yaml\t\"Mount with -v"
                + " ~/.kube/config:/kubeconfig.yaml:ro.\"");

    assertThat(agentfile.name()).contains("otter");
    assertThat(agentfile.bins()).containsExactly(jq("JSON", ""));
    assertThat(agentfile.all(Env.class)).extracting(Env::value).containsExactly("/kubeconfig.yaml");
  }

  @Test
  void anyUpperCaseWordMayEndATextEvenItsOwnName() {
    var agentfile =
        agentfile(
            "CONTEXT SOUL <<SOUL",
            "Be kind.",
            "EOF",
            "  SOUL",
            "BIN jq ghcr.io/openotters/tools/jq:latest <<USAGE_TEXT",
            "One filter.",
            "",
            "\tUSAGE_TEXT");

    assertThat(agentfile.contexts())
        .extracting(Context::body)
        .containsExactly(new Context.Inline("Be kind.\nEOF"));
    assertThat(agentfile.bins()).containsExactly(jq("", "One filter."));
  }

  @Test
  void labelsOfAnyTextAreKept() {
    assertThat(
            agentfile(
                    "LABEL io.openotters.required-env=\"GH_TOKEN or GITHUB_TOKEN\"",
                    "LABEL io.openotters.required-mounts=\"/kube.yaml — mount it with -v"
                        + " x:/kube.yaml:ro\"",
                    "LABEL mode=EXECFAST",
                    "LABEL org.opencontainers.image.url=\"https://example.com/a?b=c#d\"",
                    "LABEL maintainer=\"otter@example.com\"",
                    "LABEL empty=\"\"")
                .labels())
        .containsExactly(
            Map.entry("io.openotters.required-env", "GH_TOKEN or GITHUB_TOKEN"),
            Map.entry(
                "io.openotters.required-mounts", "/kube.yaml — mount it with -v x:/kube.yaml:ro"),
            Map.entry("mode", "EXECFAST"),
            Map.entry("org.opencontainers.image.url", "https://example.com/a?b=c#d"),
            Map.entry("maintainer", "otter@example.com"),
            Map.entry("empty", ""));
  }

  @Test
  void settingsAreTypedAndALaterExecWins() {
    var agentfile =
        ((Parsed)
                Parsing.parse(
                    "ARG MOST=1024",
                    "CONFIG max-tokens=${MOST} \"Whole\"",
                    "CONFIG temperature=0.7",
                    "CONFIG stream=false",
                    "CONFIG greeting=\"hello world\" \"Quoted\"",
                    "CONFIG port=\"8080\"",
                    "CONFIG proxy! \"Needed\"",
                    "EXEC [\"serve\", \"--old\"]",
                    "EXEC [\"serve\", \"--most\", \"${MOST}\"]"))
            .agentfile();

    assertThat(agentfile.effectiveConfigs())
        .containsEntry("max-tokens", new ConfigValue.Int(1024))
        .containsEntry("stream", new ConfigValue.Bool(false))
        .containsEntry("greeting", new ConfigValue.Text("hello world"))
        .containsEntry("port", new ConfigValue.Text("8080"));
    assertThat(agentfile.missingConfigs()).containsExactly("proxy");
    assertThat(agentfile.exec()).containsExactly("serve", "--most", "1024");
  }

  @Test
  void aTextOfAFileAndAnAddWithoutANameAreTaken() {
    var agentfile =
        agentfile(
            "CONTEXT SAFETY \"Rules\" file://safety/rules.md",
            "ADD prompts/system.txt \"The prompt\"",
            "ADD prompts/system.txt other.txt \"Again\"");

    assertThat(agentfile.contexts())
        .extracting(Context::body)
        .containsExactly(new Context.FromFile("safety/rules.md"));
    assertThat(agentfile.all(Add.class))
        .containsExactly(
            new Add("prompts/system.txt", "system.txt", "The prompt"),
            new Add("prompts/system.txt", "other.txt", "Again"));
  }

  private static Bin jq(String description, String usage) {
    return new Bin("jq", ImageName.of("ghcr.io/openotters/tools/jq:latest"), description, usage);
  }
}
