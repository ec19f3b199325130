package dev.otters.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolInputTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "{}", "{\"args\":[]}", "{\"args\":null,\"stdin\":null}"})
  void aToolCanBeCalledBare(String json) {
    assertThat(ToolInput.parse(json)).isEqualTo(new ToolInput(List.of(), ""));
  }

  @Test
  void scalarsAmongTheArgumentsAreTheirText() {
    assertThat(ToolInput.parse("{\"args\":[\"-n\",20,0.10,true]}").args())
        .containsExactly("-n", "20", "0.10", "true");
  }

  @Test
  void theCanonicalFormReadsBackTheSame() {
    ToolInput input = new ToolInput(List.of("-c", Samples.AWKWARD), "in\n");

    assertThat(ToolInput.parse(input.toJson())).isEqualTo(input);
    assertThat(new ToolInput(List.of(), "").toJson()).isEqualTo("{}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"command\":\"ls\"} | unknown key \"command\"; expected {\"args\"",
        "{\"args\":\"[\\\"-l\\\"]\"} | \"args\" must be a list of strings",
        "{\"args\":[[\"-l\"]]} | \"args\" must hold strings only",
        "{\"args\":[null]} | \"args\" must hold strings only",
        "{\"stdin\":[]} | \"stdin\" must be a string",
        "[\"-l\"] | the input is not a JSON object",
        "{\"args\": | the input is not a JSON object",
      })
  void aWrongInputTellsTheModelWhatToWrite(String json, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ToolInput.parse(json))
        .withMessageContaining(message)
        .withMessageContaining("expected {\"args\": [\"…\"], \"stdin\": \"…\"}");
  }
}
