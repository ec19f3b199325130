package dev.otters.api.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.agent.ExecFrame.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExecFrameTest {
  private static byte[] written(ExecFrame frame) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    frame.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static Optional<ExecFrame> read(byte[] bytes) throws IOException {
    return ExecFrame.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private static ExecFrame sent(ExecFrame frame) throws IOException {
    return read(written(frame)).orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aMessageIsReadAsItWasWritten(Kind kind) throws IOException {
    ExecFrame read = sent(ExecFrame.of(kind, "xhellox".getBytes(US_ASCII), 1, 5));
    assertThat(read.kind()).isEqualTo(kind);
    assertThat(read.text()).isEqualTo("hello");
    assertThat(sent(new ExecFrame(kind, new byte[0])).content()).isEmpty();
  }

  @Test
  void theBytesAreAsTheDocumentationSays() throws IOException {
    assertThat(written(ExecFrame.of(Kind.OUTPUT, new byte[] {7, 8}, 0, 2)))
        .containsExactly('o', 0, 0, 0, 2, 7, 8);
    assertThat(written(ExecFrame.size(24, 300))).containsExactly('w', 0, 0, 0, 4, 0, 24, 1, 44);
    assertThat(written(ExecFrame.exit(137))).containsExactly('x', 0, 0, 0, 4, 0, 0, 0, (byte) 137);
  }

  @Test
  void theLargestContentIsReadAndNothingLarger() throws IOException {
    assertThat(sent(new ExecFrame(Kind.INPUT, new byte[1 << 16])).content()).hasSize(1 << 16);
    assertThat(sent(new ExecFrame(Kind.START, new byte[ExecFrame.MOST])).content())
        .hasSize(ExecFrame.MOST);
    assertRefused(written(new ExecFrame(Kind.INPUT, new byte[(1 << 16) + 1])));
    assertRefused(written(new ExecFrame(Kind.PROBLEM, new byte[ExecFrame.MOST + 1])));
    assertRefused(new byte[] {'i', -1, -1, -1, -1});
    assertRefused(new byte[] {'?', 0, 0, 0, 0});
  }

  private static void assertRefused(byte[] bytes) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> read(bytes))
        .withMessage("not a message of a program's streams");
  }

  @Test
  void aStreamEndsOnlyBetweenMessages() throws IOException {
    byte[] whole = written(ExecFrame.exit(0));
    assertThat(read(new byte[0])).isEmpty();
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatExceptionOfType(EOFException.class).isThrownBy(() -> read(cut));
    }
  }
}
