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
                 "systemInstruction":{"parts":[{"text":"You."}]},
                 "tools":[{"functionDeclarations":[{"name":"sh"},{"name":"cat"}]}]}
                """))
        .contains(
            """
            ── system
            You.

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        {"messages":[{"role":"user","content":[{"type":"tool_result","content":"hidden %1$s"},\
        {"type":"image","source":{"data":"%2$s"}}]}]}\
        """,
        """
        {"contents":[{"role":"user","parts":[{"functionResponse":{"response":{"output":\
        "hidden %1$s"}}},{"inlineData":{"data":"%2$s"}}]}]}\
        """
      })
  void onlyAFileIsLeftOutAndNoTextThatHasTheFormOfOne(String request) {
    String hash = "0".repeat(64);
    String typed = "\\u0001" + hash + "\\u0001";
    String file = "\u0001" + hash + "\u0001";

    assertThat(PromptText.of(request.formatted(typed, file)))
        .get()
        .asString()
        .contains("hidden")
        .doesNotContain("data");
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
