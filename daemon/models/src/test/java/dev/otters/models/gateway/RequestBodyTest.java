package dev.otters.models.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.MessageFile;
import dev.otters.home.text.Sha256;
import dev.otters.models.chat.ChatMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBodyTest {
  private static final String HASH = "ab".repeat(32);
  private static final String MARKED = "\u0001" + HASH + "\u0001";

  private static RequestBody body(String text) {
    return new RequestBody(
        text.getBytes(UTF_8), (sha256, out) -> out.write(sha256.substring(0, 4).getBytes(UTF_8)));
  }

  private static String written(RequestBody body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    body.writeTo(out);
    return out.toString(UTF_8);
  }

  @Test
  void aFileStandsInBase64BetweenTheTexts() throws IOException {
    RequestBody body = body("{\"a\":\"" + MARKED + "\",\"é\":\"" + MARKED + "\"}");
    String sent = "{\"a\":\"YWJhYg==\",\"é\":\"YWJhYg==\"}";
    assertThat(written(body)).isEqualTo(sent);
    assertThat(body.hasFiles()).isTrue();
    assertThat(body.length()).isEqualTo(sent.getBytes(UTF_8).length);
    assertThat(body.sha256()).isEqualTo(Sha256.of(sent));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "\u0001",
        "\u0001ab\u0001",
        "\u0001gggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggggg\u0001",
        "\u0001aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaag\u0001",
        "\u0001gaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u0001"
      })
  void otherTextIsSentAsItIs(String text) throws IOException {
    assertThat(written(body(text))).isEqualTo(text);
    assertThat(body(text).hasFiles()).isFalse();
    assertThat(body(text).sha256()).isEqualTo(Sha256.of(text));
  }

  @Test
  void aTextThatEndsInTheMiddleOfAMarkIsSentAsItIs() throws IOException {
    for (int length = 0; length < MARKED.length(); length++) {
      String text = "{}" + MARKED.substring(0, length);
      assertThat(written(body(text))).isEqualTo(text);
    }
    assertThat(written(body(MARKED))).isEqualTo("YWJhYg==");
  }

  @Test
  void aBodyWithoutItsFilesIsNotSent() {
    RequestBody body = RequestBody.of(MARKED.getBytes(UTF_8));
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> written(body));
    assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(body::length);
  }

  @Test
  void anImageCountsInTheSizeOfARequest() {
    MessageFile image = new MessageFile("a", "image/png", 5, HASH);
    ChatMessage.User user = new ChatMessage.User("Look.", List.of(image, image));
    assertThat(new CompletionRequest("m", List.of(user), List.of(), Map.of()).size())
        .isEqualTo(30_035);
  }
}
