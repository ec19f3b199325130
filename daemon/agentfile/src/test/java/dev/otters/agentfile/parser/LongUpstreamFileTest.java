package dev.otters.agentfile.parser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Bin;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.Context;
import dev.otters.agentfile.ParseResult.Parsed;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads a file as long as the upstream project's, with all that makes those hard to read. */
class LongUpstreamFileTest {
  private static final List<String> TOOLS =
      List.of("sh", "curl", "jq", "yq", "grep", "head", "tail", "sort", "date", "sleep", "cat");
  private static final String HARD_TEXT =
      """
      # Not a comment, and <<EOF opens nothing here

      | column | `code` | \\`escaped\\` |
      |--------|--------|-----------|
        sh -c 'end=\\$(( \\$(date +%s) + 60 )); curl -H "X: \\$TOKEN" \\\\
          "\\$URL/api" | jq "[.[] | select(.id == \\\\"a.b\\\\")]"'
      {"args": ["-c", "a=\\\\\\"1\\\\\\"; echo \\$a ${a}"]} → “kept” — as it is…
      FROM elsewhere
      EOF.
      CONTEXT EOF
      \t\ttabs and trailing blanks  \
      """;

  private final String source = source();

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void everyTextArrivesAsItWasWritten(String lineEnd) {
    Agentfile agentfile = parsed(source.replace("\n", lineEnd));

    assertThat(source.lines().count()).isGreaterThan(400);
    assertThat(agentfile.contexts())
        .hasSize(20)
        .extracting(Context::body)
        .containsOnly(new Context.Inline(HARD_TEXT));
    assertThat(agentfile.bins()).extracting(Bin::name).isEqualTo(TOOLS);
    assertThat(agentfile.bins()).extracting(Bin::usage).containsOnly(HARD_TEXT);
    assertThat(agentfile.bins())
        .extracting(Bin::description)
        .allMatch(it -> it.endsWith("isn't \"slow\" — mostly < 5 s, e.g. run -x 'a b'"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void everyCapabilityArrivesInItsOrder(String lineEnd) {
    assertThat(parsed(source.replace("\n", lineEnd)).capabilities())
        .hasSizeGreaterThan(20)
        .containsExactly(Capability.values());
  }

  private static Agentfile parsed(String text) {
    var parsed = (Parsed) AgentfileParser.parse("Agentfile", text.getBytes(UTF_8), Map.of());
    assertThat(parsed.warnings()).isEmpty();
    assertThat(parsed.agentfile().name()).isEqualTo(Optional.of("steward"));
    return parsed.agentfile();
  }

  private static String source() {
    return Stream.of(
            Stream.of(
                "FROM scratch",
                "",
                "RUNTIME ghcr.io/openotters/runtime:latest",
                "MODEL anthropic/claude-haiku-4-5-20251001",
                "NAME steward"),
            Arrays.stream(Capability.values())
                .map(it -> "CAPABILITY " + it.name().toLowerCase(Locale.ROOT)),
            IntStream.range(0, 20)
                .mapToObj(i -> "\nCONTEXT PART" + i + " \"Part " + i + "\"" + heredoc()),
            TOOLS.stream().map(LongUpstreamFileTest::bin))
        .flatMap(lines -> lines)
        .collect(Collectors.joining("\n"));
  }

  private static String bin(String name) {
    return "\nBIN %s   ghcr.io/openotters/tools/%s:latest \"%s\"%s"
        .formatted(
            name, name, name + " isn't \\\"slow\\\" — mostly < 5 s, e.g. run -x 'a b'", heredoc());
  }

  private static String heredoc() {
    return " <<EOF\n" + HARD_TEXT + "\nEOF";
  }
}
