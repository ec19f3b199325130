package dev.otters.llama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {
  @Test
  void aCompletionIsRead() {
    assertThat(
            read(
                """
                {"type":"complete","id":1,"prompt":"Hi\\n","grammar":"root ::= \\"a\\"",\
                "temperature":0.5,"topP":0.9,"seed":7,"maxTokens":20,"stop":["a","b"]}\
                """))
        .isEqualTo(
            new Request.Complete(1, "Hi\n", "root ::= \"a\"", 0.5, 0.9, 7, 20, List.of("a", "b")));
  }

  @Test
  void theOthersAreRead() {
    assertThat(read("{\"id\":2,\"type\":\"cancel\"}")).isEqualTo(new Request.Cancel(2));
    assertThat(read("{\"id\":3,\"type\":\"count\",\"text\":\"\"}"))
        .isEqualTo(new Request.Count(3, ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{\"id\":1}",
        "{\"type\":\"count\",\"text\":\"\"}",
        "{\"type\":\"dance\",\"id\":1}",
        "{\"type\":\"count\",\"id\":1,\"text\":{}}",
        "{\"type\":\"count\",\"id\":\"x\",\"text\":\"\"}"
      })
  void whatIsNoRequestIsRefused(String line) {
    assertThatThrownBy(() -> read(line)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void optionsAreReadInTheirOrder() {
    assertThat(Options.parse(new String[] {"/s", "/w", "2048", "2", "1"}))
        .isEqualTo(
            new Options(java.nio.file.Path.of("/s"), java.nio.file.Path.of("/w"), 2048, 2, 1));
    assertThatThrownBy(() -> Options.parse(new String[] {"/s"}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Options.parse(new String[] {"/s", "/w", "0", "2", "1"}))
        .hasMessage("0 is not a positive number");
  }

  private static Request read(String line) {
    return RequestReader.read(line.getBytes(StandardCharsets.UTF_8));
  }
}
