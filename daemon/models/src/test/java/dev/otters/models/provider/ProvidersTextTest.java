package dev.otters.models.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.provider.ProvidersText.Changed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProvidersTextTest {
  private static final String TEXT =
      """
      # my providers
      providers:

        # the expensive one
        - name: work
          api-key: ${WORK_KEY}   # from the vault
          kind: openai

        # at home
        - name: ollama

      # the end
      """;

  private static ProviderEntry entry(String name, String key, String... models) {
    return new ProviderEntry(
        name,
        ProviderKind.OPENAI,
        Optional.of(Template.of(key)),
        Optional.empty(),
        List.of(models));
  }

  private static ProvidersText text(String text) {
    return new ProvidersText(text);
  }

  @Test
  void aProviderIsAddedBehindTheLastAndNothingElseChanges() {
    Changed changed = text(TEXT).add(entry("more", "k\"\\", "a", "b"));
    assertThat(changed.kept()).isTrue();
    assertThat(changed.text())
        .isEqualTo(
            TEXT.replace(
                "  - name: ollama\n",
                """
                  - name: ollama
                  - name: more
                    kind: openai
                    api-key: "k\\"\\\\"
                    models: ["a", "b"]
                """));
  }

  @Test
  void aChangedMemberKeepsTheCommentBehindItAndTheOthers() {
    Changed changed = text(TEXT).replace(entry("work", "new", "m"));
    assertThat(changed.kept()).isTrue();
    assertThat(changed.text())
        .isEqualTo(
            TEXT.replace("${WORK_KEY}   #", "\"new\"  #")
                .replace("    kind: openai\n", "    kind: openai\n    models: [\"m\"]\n"));
  }

  @Test
  void aMemberThatIsTakenAwayIsGone() {
    ProviderEntry without =
        new ProviderEntry(
            "work", ProviderKind.OPENAI, Optional.empty(), Optional.empty(), List.of());
    Changed changed = text(TEXT).replace(without);
    assertThat(changed.kept()).isTrue();
    assertThat(changed.text())
        .isEqualTo(TEXT.replace("    api-key: ${WORK_KEY}   # from the vault\n", ""));
  }

  @Test
  void aRemovedProviderTakesItsLinesAlong() {
    Changed changed = text(TEXT).remove("ollama");
    assertThat(changed.kept()).isTrue();
    assertThat(changed.text()).isEqualTo(TEXT.replace("  - name: ollama\n", ""));
    Changed last = text(changed.text()).remove("work");
    assertThat(ProvidersYaml.parse("", last.text()).good()).isTrue();
    assertThat(last.text()).contains("# my providers", "# the end").doesNotContain("WORK_KEY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# only words\n",
        "providers:\n",
        "providers: []\n",
        "providers:\n- name: ollama\n",
        "providers: [{name: ollama}]\n",
        "{providers: [{name: ollama}]}\n",
        "providers:\n  -\n    name: ollama\n",
        "providers:\n  - {name: ollama, models: [a]}\n",
        "providers:\n  - name: ollama\n    models:\n      - a\n      - b # last",
        "\"providers\":\n  - \"name\": ollama\r\n    kind: ollama\r\n",
      })
  void whateverTheLayoutEveryChangeSaysWhatItShould(String old) {
    List<ProviderEntry> before = ProvidersYaml.parse("", old).entries();
    String added = text(old).add(entry("work", "k1")).text();
    assertThat(ProvidersYaml.parse("", added).entries())
        .hasSize(before.size() + 1)
        .containsAll(before)
        .contains(entry("work", "k1"));

    String changed = text(added).replace(entry("work", "k2", "m")).text();
    assertThat(ProvidersYaml.parse("", changed).entries())
        .hasSize(before.size() + 1)
        .containsAll(before)
        .contains(entry("work", "k2", "m"));

    String removed = text(changed).remove("work").text();
    assertThat(ProvidersYaml.parse("", removed).entries()).isEqualTo(before);
  }

  @Test
  void aFileWrittenForTheFirstTimeSaysWhatItIs() {
    assertThat(text("").add(entry("work", "k")).text()).startsWith("# Model providers of Otters");
  }
}
