package dev.otters.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineChannelTest {
  @Test
  void linesAreReadOneByOneHoweverTheyArrive() throws Exception {
    for (int chunk : new int[] {1, 3, 1000}) {
      LineChannel lines = reading("one\n\nthree\nunfinished".getBytes(UTF_8), chunk);

      assertThat(lines.read()).asString(UTF_8).isEqualTo("one");
      assertThat(lines.read()).asString(UTF_8).isEmpty();
      assertThat(lines.read()).asString(UTF_8).isEqualTo("three");
      assertThat(lines.read()).isNull();
    }
  }

  @Test
  void theLongestLineIsReadAndALongerOneIsNot() throws Exception {
    byte[] longest = new byte[Protocol.MAX_LINE_BYTES];
    Arrays.fill(longest, (byte) 'x');
    longest[longest.length - 1] = '\n';
    assertThat(reading(longest, 1 << 20).read()).hasSize(Protocol.MAX_LINE_BYTES - 1);

    longest[longest.length - 1] = 'x';
    assertThatExceptionOfType(LineTooLongException.class)
        .isThrownBy(() -> reading(longest, 1 << 20).read());
  }

  @Test
  void aReaderMayTakeLessThanTheLongestLine() throws Exception {
    assertThat(reading("12345\n".getBytes(UTF_8), 2).read(6)).asString(UTF_8).isEqualTo("12345");
    assertThatExceptionOfType(LineTooLongException.class)
        .isThrownBy(() -> reading("123456\n".getBytes(UTF_8), 2).read(6));
  }

  @Test
  void linesOfManyWritersDoNotMix() throws Exception {
    Pipe pipe = Pipe.open();
    LineChannel out = new LineChannel(new Duplex(pipe.source(), pipe.sink()));
    LineChannel in = new LineChannel(new Duplex(pipe.source(), pipe.sink()));
    int writers = 4;
    int size = 200_000;
    List<Future<?>> written = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int writer = 0; writer < writers; writer++) {
        byte[] line = ((char) ('a' + writer) + "").repeat(size).concat("\n").getBytes(UTF_8);
        written.add(
            threads.submit(
                () -> {
                  out.write(line);
                  return line;
                }));
      }
      for (int count = 0; count < writers; count++) {
        byte[] line = in.read();
        assertThat(line).hasSize(size).containsOnly(line[0]);
      }
      for (Future<?> write : written) {
        write.get();
      }
    }
  }

  private static LineChannel reading(byte[] bytes, int chunk) {
    ReadableByteChannel source =
        Channels.newChannel(
            new ByteArrayInputStream(bytes) {
              @Override
              public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, chunk));
              }
            });
    return new LineChannel(new Duplex(source, null));
  }

  private record Duplex(ReadableByteChannel source, @Nullable WritableByteChannel sink)
      implements ByteChannel {
    @Override
    public int read(ByteBuffer target) throws IOException {
      return source.read(target);
    }

    @Override
    public int write(ByteBuffer bytes) throws IOException {
      return sink == null ? 0 : sink.write(bytes);
    }

    @Override
    public boolean isOpen() {
      return source.isOpen();
    }

    @Override
    public void close() throws IOException {
      source.close();
    }
  }
}
