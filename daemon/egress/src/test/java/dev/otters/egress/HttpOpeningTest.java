package dev.otters.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpOpeningTest {
  private static String lines(String... lines) {
    return String.join("\r\n", lines);
  }

  private static String sent(String head) throws MalformedRequestException {
    return new String(HttpOpening.read(head).request(), ISO_8859_1);
  }

  @Test
  void connectSendsNothingToTheServer() throws Exception {
    HttpOpening opening = HttpOpening.read("CONNECT api.example.com:443 HTTP/1.1\r\nHost: x");
    assertThat(opening.destination()).hasToString("api.example.com:443");
    assertThat(opening.request()).isEmpty();
    assertThat(opening.connected())
        .asString(UTF_8)
        .startsWith("HTTP/1.1 200 ")
        .endsWith("\r\n\r\n");
  }

  @Test
  void aPlainRequestIsSentAsTheServerExpectsIt() throws Exception {
    String head =
        lines(
            "POST http://Example.com:8080/a?b=c#d HTTP/1.1",
            "Host: other.example",
            "Accept: */*",
            "Proxy-Authorization: Basic c2VjcmV0",
            "Proxy-Connection: keep-alive",
            "Connection: keep-alive, X-Hop",
            "X-Hop: 1",
            "Keep-Alive: 5",
            "Upgrade: h2c",
            "Content-Length: 3");
    assertThat(HttpOpening.read(head).destination()).hasToString("example.com:8080");
    assertThat(HttpOpening.read(head).connected()).isEmpty();
    assertThat(sent(head))
        .isEqualTo(
            lines(
                "POST /a?b=c HTTP/1.1",
                "Host: Example.com:8080",
                "Accept: */*",
                "Content-Length: 3",
                "Connection: close",
                "",
                ""));
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.com, /",
    "http://example.com/, /",
    "http://example.com?a=b, /?a=b",
    "HTTP://example.com/x, /x",
    "http://example.com#top, /",
  })
  void thePathIsNeverEmpty(String url, String path) throws Exception {
    assertThat(sent("GET " + url + " HTTP/1.1")).startsWith("GET " + path + " HTTP/1.1\r\n");
  }

  @Test
  void theLengthOfTheBodyIsNoHeaderThatAClientCanHide() throws Exception {
    assertThat(
            sent(
                "GET http://example.com/ HTTP/1.1\r\nConnection: content-length\r\n"
                    + "Content-Length: 5"))
        .contains("\r\nContent-Length: 5\r\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET / HTTP/1.1",
        "GET https://example.com/ HTTP/1.1",
        "GET ftp://example.com/ HTTP/1.1",
        "GET http://user:secret@example.com/ HTTP/1.1",
        "GET http:///path HTTP/1.1",
        "GET http://example.com:99999/ HTTP/1.1",
        "GET http://127.1/ HTTP/1.1",
        "GET http://example.com/ HTTP/2",
        "GET  http://example.com/ HTTP/1.1",
        "get http://example.com/ HTTP/1.1",
        "GET http://example.com/\t HTTP/1.1",
        "CONNECT example.com HTTP/1.1",
        "CONNECT example.com:0 HTTP/1.1",
        "CONNECT http://example.com:443 HTTP/1.1",
        "CONNECT 2130706433:80 HTTP/1.1",
        "GET http://example.com/ HTTP/1.1\r\n Folded: x",
        "POST http://example.com/ HTTP/1.1\r\nContent-Length: 4\r\nContent-Length: 4",
        "POST http://example.com/ HTTP/1.1\r\nContent-Length: 4, 4",
        "POST http://example.com/ HTTP/1.1\r\nContent-Length: +4",
        "POST http://example.com/ HTTP/1.1\r\nContent-Length:",
        "POST http://example.com/ HTTP/1.1\r\nContent-Length: 0\r\nTransfer-Encoding: chunked",
        "POST http://example.com/ HTTP/1.1\r\nTransfer-Encoding: gzip, chunked",
        "GET http://example.com/ HTTP/1.1\r\nNo colon",
        "GET http://example.com/ HTTP/1.1\r\nSpace : x",
        "GET http://example.com/ HTTP/1.1\r\nX: a\nHost: evil.example",
        "GET http://example.com/ HTTP/1.1\r\nX: a\rHost: evil.example",
        "GET http://example.com/ HTTP/1.1\r\nX: \0",
      })
  void anythingElseIsMalformed(String head) {
    assertThatThrownBy(() -> HttpOpening.read(head)).isInstanceOf(MalformedRequestException.class);
  }

  @Test
  void aRefusalIsATextWithItsLength() {
    byte[] answer = HttpOpening.answer(new Refusal(Refusal.Kind.DENIED, "Not für you."));
    assertThat(new String(answer, UTF_8))
        .isEqualTo(
            lines(
                "HTTP/1.1 403 Host not allowed",
                "Content-Type: text/plain; charset=utf-8",
                "Content-Length: 14",
                "Connection: close",
                "",
                "Not für you.\n"));
  }

  @Test
  void anyHeadIsARequestWithOneHeadOrMalformed() {
    Random random = new Random(11);
    String[] parts = {
      "GET ", "CONNECT ", "http://", "example.com", ":80", "/", " HTTP/1.1", "\r\n", "Host: x",
          "\n",
      "Connection: ", "a,b", "\r", " ", ":", "ü", "?", "#", "@", "[::1]"
    };
    int understood = 0;
    for (int i = 0; i < 50_000; i++) {
      StringBuilder head = new StringBuilder(i % 2 == 0 ? "GET http://a.example" : "");
      for (int length = random.nextInt(8); length > 0; length--) {
        head.append(parts[random.nextInt(parts.length)]);
      }
      try {
        String sent = sent(head.toString());
        assertThat(sent.isEmpty() || sent.indexOf("\r\n\r\n") == sent.length() - 4).isTrue();
        assertThat(sent.replace("\r\n", "")).doesNotContain("\r", "\n");
        understood++;
      } catch (MalformedRequestException malformed) {
        assertThat(malformed.getMessage()).isNotBlank();
      }
    }
    assertThat(understood).isPositive();
  }
}
