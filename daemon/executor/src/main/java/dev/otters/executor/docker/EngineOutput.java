package dev.otters.executor.docker;

import dev.otters.executor.ExecSink;
import dev.otters.executor.LogLine.Stream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The output of a program that the engine runs. A thread passes it on. */
final class EngineOutput implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineOutput.class);
  private static final int CHUNK = 1 << 15;
  private static final int STANDARD_ERROR = 2;
  private static final Duration SILENCE = Duration.ofSeconds(1);

  private final EngineStream stream;
  private final ExecSink sink;
  private final Thread reader;

  /** Counts the begin and the end of each call of the sink. */
  private final AtomicLong pieces = new AtomicLong();

  private volatile boolean closed;

  /**
   * Creates an output that is not read yet.
   *
   * @param terminal whether the program has a terminal, which has one stream without frames
   * @param broken runs when the output breaks off or the sink refuses it
   */
  EngineOutput(EngineStream stream, boolean terminal, ExecSink sink, Runnable broken) {
    this.stream = stream;
    this.sink = sink;
    this.reader = Thread.ofVirtual().name("program-output").unstarted(() -> read(terminal, broken));
  }

  void start() {
    reader.start();
  }

  private void read(boolean terminal, Runnable broken) {
    try (stream) {
      if (terminal) {
        readTerminal(stream.input());
      } else {
        readFrames(new DataInputStream(stream.input()));
      }
    } catch (IOException e) {
      if (!closed) {
        LOG.debug("The output of a program broke off", e);
        broken.run();
      }
    }
  }

  private void readTerminal(InputStream in) throws IOException {
    byte[] buffer = new byte[CHUNK];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      pass(Stream.STDOUT, buffer, n);
    }
  }

  private void readFrames(DataInputStream in) throws IOException {
    byte[] buffer = new byte[CHUNK];
    for (int kind = in.read(); kind >= 0; kind = in.read()) {
      in.skipNBytes(3);
      int left = in.readInt();
      while (left > 0) {
        int n = in.read(buffer, 0, Math.min(left, CHUNK));
        if (n < 0) {
          throw new EOFException("the engine's frame is incomplete");
        }
        pass(kind == STANDARD_ERROR ? Stream.STDERR : Stream.STDOUT, buffer, n);
        left -= n;
      }
    }
  }

  private void pass(Stream from, byte[] bytes, int length) throws IOException {
    pieces.incrementAndGet();
    sink.output(from, bytes, 0, length);
    pieces.incrementAndGet();
  }

  /** Returns whether more output may come. */
  boolean isOpen() {
    return reader.isAlive();
  }

  /**
   * Waits for the end of the output. Old engines sometimes leave the stream open when a program or
   * its container has ended.
   *
   * @param ended returns whether the program has certainly ended
   */
  void await(BooleanSupplier ended) throws InterruptedException {
    long before = pieces.get();
    boolean over = false;
    while (!reader.join(SILENCE)) {
      boolean silent = pieces.get() == before && before % 2 == 0;
      before = pieces.get();
      if (silent && over) {
        close();
      }
      // The last output of a program may come a little later than the news of its end.
      over = silent && ended.getAsBoolean();
    }
  }

  /** Stops reading. May be called twice. */
  @Override
  public void close() {
    closed = true;
    try {
      stream.close();
    } catch (IOException e) {
      LOG.debug("Cannot close the stream of a program", e);
    }
  }
}
