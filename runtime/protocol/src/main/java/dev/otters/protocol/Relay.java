package dev.otters.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Two connections whose bytes go to each other. The end of one direction is passed on, and the
 * other direction continues. Uses {@value #BUFFER_BYTES} bytes for each direction, and {@value
 * #LARGE_BYTES} for the first 32 directions with much to copy.
 */
public final class Relay {
  static final int BUFFER_BYTES = 16 * 1024;

  /** The size of a buffer that was filled at once. */
  private static final int LARGE_BYTES = 128 * 1024;

  /** The large buffers in use, and those that wait for their next use: as many at most. */
  private static final Semaphore LARGE = new Semaphore(32);

  private static final Queue<ByteBuffer> SPARE = new ConcurrentLinkedQueue<>();

  /** How long the client may go on once the server has ended. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final SocketChannel client;
  private final SocketChannel server;
  private final ToIntFunction<ByteBuffer> limit;
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong received = new AtomicLong();
  private volatile boolean clientEnded;

  /** Creates a relay; it copies nothing yet. */
  public Relay(SocketChannel client, SocketChannel server) {
    this(client, server, ByteBuffer::remaining);
  }

  /**
   * Creates a relay that ends with the first byte which the client may not send.
   *
   * @param limit returns how many bytes of a buffer, from its position on, the client may send
   */
  public Relay(SocketChannel client, SocketChannel server, ToIntFunction<ByteBuffer> limit) {
    this.client = client;
    this.server = server;
    this.limit = limit;
  }

  /** Returns whether the client sends no more. */
  public boolean clientEnded() {
    return clientEnded;
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
   * one of them from another thread ends the copy. A client that goes on after the end of the
   * server is closed soon.
   *
   * @param progress is called with the number of bytes of each step, by two threads
   */
  public void run(LongConsumer progress) {
    Thread forth =
        Thread.ofVirtual()
            .name("relay")
            .start(
                () -> {
                  copy(client, server, limit, bytes -> count(sent, bytes, progress));
                  clientEnded = true;
                });
    copy(server, client, ByteBuffer::remaining, bytes -> count(received, bytes, progress));
    try {
      boolean unused = forth.join(GRACE);
      closeBoth();
      forth.join();
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

  private void copy(
      SocketChannel from,
      SocketChannel to,
      ToIntFunction<ByteBuffer> allowed,
      LongConsumer counter) {
    ByteBuffer small = ByteBuffer.allocate(BUFFER_BYTES);
    @Nullable ByteBuffer large = null;
    try {
      while (true) {
        ByteBuffer buffer = large == null ? small : large;
        if (from.read(buffer.clear()) < 0) {
          break;
        }
        int bytes = buffer.flip().remaining();
        if (!send(buffer, allowed.applyAsInt(buffer), to)) {
          closeBoth();
          return;
        }
        counter.accept(bytes);
        if (bytes == BUFFER_BYTES && large == null && LARGE.tryAcquire()) {
          large = spare();
        }
      }
      to.shutdownOutput();
    } catch (IOException broken) {
      // Neither side would learn what is missing, so both connections end.
      closeBoth();
    } finally {
      if (large != null) {
        SPARE.add(large);
        LARGE.release();
      }
    }
  }

  private static ByteBuffer spare() {
    ByteBuffer used = SPARE.poll();
    return used == null ? ByteBuffer.allocateDirect(LARGE_BYTES) : used;
  }

  /** Sends the beginning of a buffer, and returns whether that is all of it. */
  private static boolean send(ByteBuffer buffer, int bytes, SocketChannel to) throws IOException {
    boolean all = bytes == buffer.remaining();
    buffer.limit(buffer.position() + bytes);
    while (buffer.hasRemaining()) {
      int unused = to.write(buffer);
    }
    return all;
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
