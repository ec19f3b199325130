package dev.otters.oci.tar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.otters.oci.OciException;
import dev.otters.oci.Samples;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionTest {
  private static final byte[] TAR =
      Samples.tar(Samples.file("a", "text"), Samples.file("b", "x".repeat(200_000)));
  private static final byte[] SKIPPED = {0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 'T', 'O', 'C'};

  private static byte[] unpacked(byte[]... parts) throws IOException {
    try (InputStream in = Compression.unpacked(joined(parts))) {
      return in.readAllBytes();
    }
  }

  private static InputStream joined(byte[]... parts) {
    return Arrays.stream(parts)
        .<InputStream>map(ByteArrayInputStream::new)
        .reduce(SequenceInputStream::new)
        .orElseThrow();
  }

  private static byte[] zstd(byte[] content, int windowLog) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZstdOutputStreamNoFinalizer zstd = new ZstdOutputStreamNoFinalizer(out)) {
      zstd.setLong(windowLog);
      zstd.write(content);
    }
    return out.toByteArray();
  }

  @Test
  void whatIsPackedInAnyWayIsReadAlike() throws IOException {
    for (byte[] packed : List.of(TAR, Samples.gzip(TAR), Zstd.compress(TAR), zstd(TAR, 27))) {
      assertThat(unpacked(packed)).isEqualTo(TAR);
    }
    for (byte[] tiny : List.of(new byte[0], new byte[] {0x28}, new byte[] {0x28, (byte) 0xb5})) {
      assertThat(unpacked(tiny)).isEqualTo(tiny);
    }
  }

  /** As tools write them that pack in parallel, or leave a table of contents behind. */
  @Test
  void severalFramesAreOneContentAndThoseWithoutContentArePassedOver() throws IOException {
    byte[] half = Arrays.copyOf(TAR, 5000);
    byte[] rest = Arrays.copyOfRange(TAR, 5000, TAR.length);
    byte[] first = Zstd.compress(half);
    byte[] second = Zstd.compress(rest);
    assertThat(unpacked(SKIPPED, first, SKIPPED, second, SKIPPED)).isEqualTo(TAR);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 30, 90})
  void contentThatEndsEarlyIsDamagedNotShort(int percent) {
    byte[] packed = Zstd.compress(Samples.tar(Samples.file("a", letters())));
    byte[] cut = Arrays.copyOf(packed, Math.max(5, packed.length * percent / 100));
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> readAll(cut, TarBudget.forImage()))
        .withMessageContaining("the layer is damaged");
  }

  @Test
  void aFlippedBitIsSeenByTheChecksumOfTheFrame() throws IOException {
    byte[] packed = zstd(TAR, 20);
    packed[packed.length / 2] ^= 1;
    assertThatThrownBy(() -> unpacked(packed)).isInstanceOf(IOException.class);
  }

  @Test
  void aFrameThatWantsMoreMemoryThanIsUsualIsRefusedBeforeItGetsIt() throws IOException {
    assertThat(unpacked(frameOfWindow(27))).containsExactly('x');
    assertThatThrownBy(() -> unpacked(frameOfWindow(28)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("memory");
  }

  /** A frame with one letter that says it wants a window of a size. */
  private static byte[] frameOfWindow(int log) {
    byte window = (byte) ((log - 10) << 3);
    return new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, window, 9, 0, 0, 'x'};
  }

  @Test
  void aBombIsStoppedByTheBudget() {
    byte[] bomb = Zstd.compress(Samples.tar(Samples.file("a", "0".repeat(64 << 20))));
    assertThat(bomb.length).isLessThan(10_000);
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> readAll(bomb, new TarBudget(9, 100_000)))
        .withMessageContaining("more than 100000 bytes");
  }

  private static void readAll(byte[] packed, TarBudget budget) {
    try (TarReader tar = TarReader.open(new ByteArrayInputStream(packed), "the layer", budget)) {
      Optional<TarEntry> next = tar.next();
      while (next.isPresent()) {
        next = tar.next();
      }
    }
  }

  private static String letters() {
    StringBuilder text = new StringBuilder();
    java.util.Random random = new java.util.Random(1);
    random.ints(100_000, 'a', 'z').forEach(letter -> text.append((char) letter));
    return text.toString();
  }
}
