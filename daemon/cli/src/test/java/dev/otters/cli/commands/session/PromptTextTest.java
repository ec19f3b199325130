package dev.otters.cli.commands.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTextTest {
  @Test
  void aChatCompletionIsReadable() {
    assertThat(
            PromptText.of(
                """
                {"model":"m","messages":[
                  {"role":"system","content":"You.\\nBe brief."},
                  {"role":"user","content":[{"type":"text","text":"Look."}]},
                  {"role":"assistant","tool_calls":[{"id":"c1","name":"sh"}]},
                  {"role":"tool","content":"a\\nb"}],
                 "tools":[{"type":"function","function":{"name":"sh"}}]}
                """))
        .contains(
            """
            ── system
            You.
            Be brief.

            ── user
            Look.

            ── assistant
            {"id":"c1","name":"sh"}

            ── tool
            a
            b

            ── tools
            sh\
            """);
  }

  @Test
  void aMessageOfAnthropicIsReadable() {
    assertThat(
            PromptText.of(
                """
                {"system":[{"type":"text","text":"You."}],"messages":[{"role":"user","content":[
                  {"type":"tool_result","tool_use_id":"c1","content":[{"text":"here"}]}]}],
                 "tools":[{"name":"sh"}]}
                """))
        .get()
        .asString()
        .startsWith("── system\nYou.\n\n── user\n{\"type\":\"tool_result\"")
        .endsWith("── tools\nsh");
  }

  @Test
  void aRequestToGeminiIsReadable() {
    assertThat(
            PromptText.of(
                """
                {"contents":[{"role":"user","parts":[{"text":"Look."}]},
                  {"role":"model","parts":[{"text":"I do."},{"functionCall":{"name":"sh"}}]}],
                 "systemInstruction":{"parts":[{"text":"You.\\nBe brief."}]},
                 "tools":[{"functionDeclarations":[{"name":"sh"},{"name":"cat"}]}]}
                """))
        .contains(
            """
            ── system
            You.
            Be brief.

            ── user
            Look.

            ── model
            I do.
            {"functionCall":{"name":"sh"}}

            ── tools
            sh
            cat\
            """);
  }

  @Test
  void aRequestWithoutHttpIsReadable() {
    assertThat(PromptText.of("{\"messages\":[{\"from\":\"User\",\"text\":\"Hi\\nyou\"}]}"))
        .contains("── User\nHi\nyou");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "no", "[1]", "{}", "{\"messages\":7}", "{\"messages\":[7]}"})
  void anotherFormIsLeftAsItIs(String request) {
    assertThat(PromptText.of(request)).isEmpty();
  }
}
