package dev.otters.models.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class GgufTest {
  /** The head, filled up to a multiple of 32, and two blocks of 34 bytes. */
  private static final long SMALLEST = Math.ceilDiv(TestGguf.head().length, 32) * 32L + 68;

  private static Gguf read(byte[] bytes) throws IOException, Gguf.InvalidGguf {
    return Gguf.read(new ByteArrayInputStream(bytes));
  }

  private static void refused(byte[] bytes, String why) {
    assertThatThrownBy(() -> read(bytes))
        .isInstanceOf(Gguf.InvalidGguf.class)
        .hasMessageContaining(why);
  }

  @Test
  void theHeadSaysWhatTheModelIs() throws Exception {
    assertThat(read(TestGguf.head()))
        .isEqualTo(new Gguf(3, "llama", Optional.of(2048), Optional.of("mit"), SMALLEST));
  }

  @Test
  void whatIsNoHeadIsRefusedWithTheReason() {
    byte[] head = TestGguf.head();
    refused(new byte[100], "does not start with GGUF");
    refused(Arrays.copyOf(head, 3), "ends in the middle");
    refused(Arrays.copyOf(head, head.length - 1), "ends in the middle");
    refused(changed(4, 1), "version is 1");
    refused(changed(16, 20_000), "20000 pairs; the limit is 10000");
    refused(changed(24, Integer.MAX_VALUE), "bytes of a text; the limit is");
    refused(changed(24, (1 << 20) + 1), "1048577 bytes of a text; the limit is 1048576");
    int scores = new String(head, StandardCharsets.ISO_8859_1).indexOf("scores") + 6 + 8;
    refused(changed(scores, 32 << 20), "its head is longer than 67108864 bytes");
    refused(changed(8, 0), "contains no tensors");
    refused(changed(16, 0), "does not name its architecture");
    int tensor = TestGguf.head().length - 32;
    refused(changed(tensor, 0), "a tensor of 0 dimensions");
    refused(changed(tensor + 8, 1 << 20), "the limit is 1099511627776");
    refused(changed(tensor + 28, -1), "negative offset");
  }

  @Test
  void anAlignmentHasALimit() throws Exception {
    assertThat(new TensorTable().fileSize(100, 1 << 20)).isEqualTo(1 << 20);
    assertThatThrownBy(() -> new TensorTable().fileSize(100, (1 << 20) + 1))
        .isInstanceOf(Gguf.InvalidGguf.class)
        .hasMessageContaining("aligns its tensors");
  }

  @Test
  void whatCouldCommandATerminalIsNotTaken() throws Exception {
    String head = new String(TestGguf.head(), StandardCharsets.ISO_8859_1);

    byte[] licence = head.replace("mit", "m\033t").getBytes(StandardCharsets.ISO_8859_1);
    byte[] architecture = head.replace("llama", "l\nama").getBytes(StandardCharsets.ISO_8859_1);

    assertThat(read(licence).licence()).isEmpty();
    refused(architecture, "does not name its architecture");
  }

  private static byte[] changed(int at, int value) {
    byte[] head = TestGguf.head();
    ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return head;
  }

  @Test
  void noFileMakesTheReaderFailInAnotherWay() {
    Random random = new Random(4711);
    byte[] good = TestGguf.head();
    for (int round = 0; round < 50_000; round++) {
      byte[] bytes = good.clone();
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[4 + random.nextInt(bytes.length - 4)] = (byte) random.nextInt(256);
      }
      byte[] cut =
          random.nextInt(3) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
      try {
        assertThat(read(cut).architecture()).isNotNull();
      } catch (Gguf.InvalidGguf expected) {
        assertThat(expected).hasMessageStartingWith("it");
      } catch (IOException | RuntimeException | Error e) {
        throw new AssertionError("round " + round + ": " + e, e);
      }
    }
  }
}
