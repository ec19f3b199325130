package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class LimitedInputTest {
  private static InputStream body(int length, long most) {
    InputStream in = new ByteArrayInputStream(new byte[length]);
    return new LimitedInput(in, most, () -> new IllegalArgumentException("too long"));
  }

  private static void assertTooLong(InputStream body) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(body::readAllBytes)
        .withMessage("too long");
  }

  @Test
  void aBodyOfTheGreatestLengthIsReadWhole() throws IOException {
    assertThat(body(10, 10).readAllBytes()).hasSize(10);
    assertTooLong(body(11, 10));
  }

  @Test
  void skippedAndSingleBytesCount() throws IOException {
    InputStream skipped = body(11, 10);
    assertThat(skipped.skip(5)).isEqualTo(5);
    assertTooLong(skipped);

    InputStream single = body(11, 10);
    assertThat(single.read()).isZero();
    assertTooLong(single);
    InputStream end = body(1, 1);
    assertThat(end.skip(1)).isEqualTo(1);
    assertThat(end.read()).isEqualTo(-1);
    assertThat(end.read(new byte[1])).isEqualTo(-1);
  }

  @Test
  void aBodyCannotBeReadAgainFromAMark() {
    assertThat(body(10, 10).markSupported()).isFalse();
  }
}
