package dev.otters.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestBodyTest {
  /** Gives the text to a body in pieces, and returns what the body took. */
  private static String taken(RequestBody body, String text, int piece) {
    StringBuilder taken = new StringBuilder();
    for (int at = 0; at < text.length(); at += piece) {
      String part = text.substring(at, Math.min(text.length(), at + piece));
      int count = body.take(ByteBuffer.wrap(part.getBytes(ISO_8859_1)));
      taken.append(part, 0, count);
      if (count < part.length()) {
        break;
      }
    }
    return taken.toString();
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3", "7", "100"})
  void aBodyEndsWhereItsChunksEnd(int piece) {
    String chunks = "4\r\nbody\r\nA;name=\"x\"\r\n0123456789\r\n0\r\nA: b\r\n\r\n";
    assertThat(taken(RequestBody.chunked(), chunks + "GET /", piece)).isEqualTo(chunks);
    assertThat(taken(RequestBody.chunked(), "0\r\n\r\nGET", piece)).isEqualTo("0\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({"1", "3", "100"})
  void aBodyOfALengthEndsThere(int piece) {
    assertThat(taken(RequestBody.of(5), "12345678", piece)).isEqualTo("12345");
    assertThat(taken(RequestBody.of(0), "GET", piece)).isEmpty();
  }

  @Test
  void whatIsNoChunkEndsTheBody() {
    assertThat(taken(RequestBody.chunked(), "GET / HTTP/1.1", 1)).isEmpty();
    assertThat(taken(RequestBody.chunked(), "1\r\nxGET", 1)).isEqualTo("1\r\nx");
    assertThat(taken(RequestBody.chunked(), "f".repeat(16) + "\r\n", 1)).hasSize(15);
  }
}
