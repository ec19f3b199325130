package dev.otters.models.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.SourceProblem;
import dev.otters.models.provider.ProvidersYaml.Parsed;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProvidersYamlTest {
  private static final String KEY = "sk-ant-0123456789-abcdefghij-0123456789";

  private static Parsed parse(String text) {
    return ProvidersYaml.parse("providers.yaml", text);
  }

  private static String findings(String text) {
    return parse(text).findings().stream()
        .map(it -> it.place() + ": " + it.severity() + ": " + it.message())
        .collect(Collectors.joining("\n"));
  }

  private static ProviderEntry only(String text) {
    Parsed parsed = parse(text);
    assertThat(parsed.findings()).isEmpty();
    assertThat(parsed.entries()).hasSize(1);
    return parsed.entries().getFirst();
  }

  @Test
  void everyMemberIsRead() {
    ProviderEntry entry =
        only(
            """
            # mine
            providers:
              - name: work
                kind: openai
                api-key: ${WORK_KEY}
                api-base: https://llm.example.com/v1
                models: [a, b/c]
            """);
    assertThat(entry.name()).isEqualTo("work");
    assertThat(entry.kind()).isEqualTo(ProviderKind.OPENAI);
    assertThat(entry.apiKey()).hasToString("Optional[${WORK_KEY}]");
    assertThat(entry.apiBase().orElseThrow().written().reveal())
        .isEqualTo("https://llm.example.com/v1");
    assertThat(entry.models()).containsExactly("a", "b/c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "# nothing\n", "providers:\n", "providers: []\n", "providers: ~\n"})
  void noProvidersAreNoProblem(String text) {
    assertThat(parse(text).findings()).isEmpty();
    assertThat(parse(text).entries()).isEmpty();
  }

  @Test
  void theKindFollowsFromTheNameOrTheAddressWhereItIsLeftOut() {
    assertThat(only("providers: [{name: ollama}]").kind()).isEqualTo(ProviderKind.OLLAMA);
    assertThat(only("providers: [{name: x, api-base: http://localhost:1/v1}]").kind())
        .isEqualTo(ProviderKind.OPENAI);
    assertThat(findings("providers: [{name: x}]")).contains("has no kind", "llama-server");
  }

  @Test
  void aStarStandsForAllModels() {
    assertThat(only("providers: [{name: ollama, models: ['*']}]").models()).isEmpty();
  }

  @Test
  void everythingThatIsWrongIsSaidAtItsPlace() {
    String found =
        findings(
            """
            providers:
              - name: scripted
                kind: openai
              - name: Bad_Name
                kind: antropic
              - kind: ollama
                modles: [a]
              - name: one
                kind: ollama
                api-base: ftp://x/v1
              - name: one
                kind: vllm
                models: a
                models: b
              - text
            more: 1
            """);
    assertThat(found.lines())
        .anySatisfy(
            it -> assertThat(it).startsWith("providers.yaml:2:11").contains("built-in provider"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:4:11").contains("'Bad_Name'"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:5:11").contains("antropic"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:6:5").contains("no name"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:7:5").contains("'modles'"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:10:15").contains("https://"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:11:11").contains("line 8"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:14:5").contains("twice"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:15:5").contains("mapping"))
        .anySatisfy(it -> assertThat(it).startsWith("providers.yaml:16:1").contains("'more'"));
    assertThat(parse("providers: [{name: a, kind: antropic}]").findings().getFirst().suggestion())
        .isEqualTo("anthropic");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://user:pw@x/v1 | must not contain a user",
        "https://x/v1?key=1 | must not contain a user",
        "file:///etc/passwd | must start with https",
        "https:///v1 | no host",
        "'http://[' | not a URL",
        "localhost:8080 | must start with https",
      })
  void anAddressThatIsOfNoUseIsRefused(String address, String why) {
    assertThat(findings("providers: [{name: a, kind: vllm, api-base: \"%s\"}]".formatted(address)))
        .contains(why);
  }

  @Test
  void spacesAroundTheValueOfAVariableDoNotCount() {
    assertThat(Template.of("Bearer-${KEY}").resolve(java.util.Map.of("KEY", " k\n")).reveal())
        .isEqualTo("Bearer-k");
  }

  @Test
  void aKeyThatWouldTravelUnencryptedIsAWarningOnly() {
    String remote =
        "providers: [{name: a, kind: vllm, api-key: k, api-base: 'http://10.0.0.1/v1'}]";
    Parsed parsed = parse(remote);
    assertThat(parsed.good()).isTrue();
    assertThat(parsed.findings())
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(SourceProblem.WARNING));
    for (String fine :
        List.of("http://127.0.0.1:1/v1", "http://localhost/v1", "http://[::1]/v1", "https://x")) {
      assertThat(parse(remote.replace("http://10.0.0.1/v1", fine)).findings()).isEmpty();
    }
    assertThat(parse(remote.replace("10.0.0.1", "127.evil.example")).findings()).hasSize(1);
    assertThat(parse(remote.replace("10.0.0.1", "localhost.evil.example")).findings()).hasSize(1);
    assertThat(parse(remote.replace("api-key: k, ", "")).findings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "providers:\n  - name: a\n    kind: openai\n    api-key: \"%s\\n\"\n",
        "providers:\n  - name: a\n    kind: openai\n    api-key: \"%s\\u0000\"\n",
        "providers:\n  - name: a\n    kind: openai\n    api-key: \"${%s\"\n",
        "providers:\n  - name: a\n    kind: openai\n    api-key: *%s\n",
        "providers:\n  - name: a\n    kind: openai\n    api-key: [%s]\n",
        "providers:\n  - name: a\n    kind: openai\n    api-key: \"%s\n",
        "providers:\n  - name: a\n    kind: openai\n    %s: x\n",
        "providers:\n  - name: a\n    kind: %s\n",
        "providers:\n  - name: a\n    kind: openai\n    api-base: %s\n",
        "providers:\n  - %s\n",
        "%s\n",
      })
  void noFindingShowsWhatCouldBeAKey(String text) {
    Parsed parsed = parse(text.formatted(KEY));
    assertThat(parsed.good()).isFalse();
    assertThat(parsed.toString()).doesNotContain(KEY).doesNotContain("0123456789");
  }
}
