package dev.otters.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Two connections whose bytes go to each other. The end of one direction is passed on, and the
 * other direction continues. Uses {@value #BUFFER_BYTES} bytes for each direction, and {@value
 * #LARGE_BYTES} for the first 32 directions with much to copy.
 */
public final class Relay {
  static final int BUFFER_BYTES = 16 * 1024;

  /** The size of a buffer that was filled at once. */
  private static final int LARGE_BYTES = 128 * 1024;

  /** The large buffers of a process. */
  private static final Semaphore LARGE = new Semaphore(32);

  private final SocketChannel client;
  private final SocketChannel server;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong received = new AtomicLong();

  /** Creates a relay; it copies nothing yet. */
  public Relay(SocketChannel client, SocketChannel server) {
    this.client = client;
    this.server = server;
  }

  /** Returns the number of bytes from the client to the server so far. */
  public long sent() {
    return sent.get();
  }

  /** Returns the number of bytes from the server to the client so far. */
  public long received() {
    return received.get();
  }

  /**
   * Copies until both directions have ended, or one is broken, and closes both connections. Closing
   * one of them from another thread ends the copy.
   *
   * @param progress is called with the number of bytes of each step, by two threads
   */
  public void run(LongConsumer progress) {
    Thread back =
        Thread.ofVirtual()
            .name("relay")
            .start(() -> copy(server, client, bytes -> count(received, bytes, progress)));
    copy(client, server, bytes -> count(sent, bytes, progress));
    try {
      back.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } finally {
      closeBoth();
    }
  }

  private static void count(AtomicLong counter, long bytes, LongConsumer progress) {
    counter.addAndGet(bytes);
    progress.accept(bytes);
  }

  private void copy(SocketChannel from, SocketChannel to, LongConsumer counter) {
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    boolean large = false;
    try {
      while (from.read(buffer) >= 0) {
        buffer.flip();
        int bytes = buffer.remaining();
        while (buffer.hasRemaining()) {
          int unused = to.write(buffer);
        }
        counter.accept(bytes);
        if (bytes == BUFFER_BYTES && !large && LARGE.tryAcquire()) {
          large = true;
          buffer = ByteBuffer.allocateDirect(LARGE_BYTES);
        }
        buffer.clear();
      }
      to.shutdownOutput();
    } catch (IOException broken) {
      // Neither side would learn what is missing, so both connections end.
      closeBoth();
    } finally {
      LARGE.release(large ? 1 : 0);
    }
  }

  private void closeBoth() {
    close(client);
    close(server);
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException alreadyBroken) {
      // A socket that cannot be closed is broken already.
      return;
    }
  }
}
