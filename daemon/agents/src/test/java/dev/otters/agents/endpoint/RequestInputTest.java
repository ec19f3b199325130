package dev.otters.agents.endpoint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.nio.channels.Channels;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestInputTest {
  private static RequestInput input(String text) {
    return new RequestInput(
        Channels.newChannel(new ByteArrayInputStream(text.getBytes(ISO_8859_1))));
  }

  private static RequestHead head(String text) throws Exception {
    return input(text + "\r\n\r\n").head();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Origin: null", "Host: evil.example", "Host: localhost.evil.example:3129"})
  void webPagesAreRefused(String header) {
    assertThatExceptionOfType(EndpointProblem.class)
        .isThrownBy(() -> head("GET /v1/models HTTP/1.1\r\n" + header))
        .withMessageContaining("no web pages");
  }

  @Test
  void aHeadIsRead() throws Exception {
    assertThat(head("POST /v1/messages?b=1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12"))
        .isEqualTo(new RequestHead("POST", "/v1/messages", OptionalInt.of(12), false));
    assertThat(head("GET / HTTP/1.1\r\nX-Ü: \u00fc".replace("Ü", "U")))
        .isEqualTo(new RequestHead("GET", "/", OptionalInt.of(0), false));
    assertThat(head("POST / HTTP/1.1\r\ntransfer-encoding: Chunked\r\nExpect: 100-continue"))
        .isEqualTo(new RequestHead("POST", "/", OptionalInt.empty(), true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "GET http://a/ HTTP/1.1",
        "GET / HTTP/1.0",
        "GET / HTTP/2",
        "GET  / HTTP/1.1",
        "GET / HTTP/1.1\r\nno colon",
        "GET / HTTP/1.1\r\na : b",
        "GET / HTTP/1.1\r\n folded: b",
        "GET / HTTP/1.1\r\na: \u0001",
        "GET / HTTP/1.1\na: b",
        "GET / HTTP/1.1\ra: b",
        "POST / HTTP/1.1\r\nContent-Length: -1",
        "POST / HTTP/1.1\r\nContent-Length: 0x10",
        "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked",
        "POST / HTTP/1.1\r\nTransfer-Encoding: gzip"
      })
  void aHeadThatIsNotUnderstoodIsRefused(String text) {
    assertThatExceptionOfType(EndpointProblem.class)
        .isThrownBy(() -> head(text))
        .satisfies(it -> assertThat(it.kind()).isEqualTo(EndpointProblem.Kind.INVALID));
  }

  @Test
  void whatIsTooLargeIsRefused() {
    String line = "a: " + "x".repeat(1000) + "\r\n";
    assertThatThrownBy(() -> head("GET / HTTP/1.1\r\n" + line.repeat(70)))
        .hasMessage("the head has more than 64 KiB");
    assertThatThrownBy(() -> head("GET /" + "x".repeat(70_000)))
        .hasMessage("the head has more than 64 KiB");
    assertThatThrownBy(() -> head("POST / HTTP/1.1\r\nContent-Length: 8388609"))
        .hasMessage("the body has more than 8 MiB");
    assertThatThrownBy(() -> input("100001\r\n").chunks())
        .hasMessage("a body without a Content-Length may have 1 MiB");
    assertThatThrownBy(() -> input("1;" + "x".repeat(70_000)).chunks())
        .hasMessage("the head has more than 64 KiB");
    assertThatThrownBy(() -> input("0\r\n" + line.repeat(70)).chunks())
        .hasMessage("the head has more than 64 KiB");
  }

  @Test
  void aBodyIsRead() throws Exception {
    assertThat(input("hello, world").body(5)).asString(ISO_8859_1).isEqualTo("hello");
    assertThat(input("").body(0)).isEmpty();
    assertThat(input("3\r\nhel\r\n2 ;a=b\r\nlo\r\n0\r\nx: y\r\n\r\n").chunks())
        .asString(ISO_8859_1)
        .isEqualTo("hello");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x\r\n", "-1\r\n", "\r\n", "12345678\r\n", "2\r\nhel\r\n", "1\r\na\r\n1\nb"})
  void chunksThatAreNotUnderstoodAreRefused(String text) {
    assertThatExceptionOfType(EndpointProblem.class)
        .isThrownBy(() -> input(text).chunks())
        .satisfies(it -> assertThat(it.kind()).isNotEqualTo(EndpointProblem.Kind.FAILED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n\r"})
  void aRequestThatEndsEarlyHasNoAnswer(String text) {
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> input(text).head());
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> input("abc").body(4));
    assertThatExceptionOfType(EOFException.class).isThrownBy(() -> input("4\r\nabc").chunks());
  }
}
