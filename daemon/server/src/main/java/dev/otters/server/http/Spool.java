package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A large body that was received in a file before it is read into memory, so that a slow client
 * holds no memory. The file has no name: it is gone when it is closed, or however the daemon ends.
 */
final class Spool implements AutoCloseable {
  /** Limits the files, and so their bytes. */
  private static final Semaphore PLACES = new Semaphore(32, true);

  /** The time in seconds to wait for a place. */
  static final int LONGEST_WAIT = 60;

  private final FileChannel file;

  private Spool(FileChannel file) {
    this.file = file;
  }

  /**
   * Receives a body.
   *
   * @param deadline the time for all of it, after which the connection is closed
   */
  static Spool receive(InputStream body, Duration deadline) throws InterruptedException {
    if (!PLACES.tryAcquire(LONGEST_WAIT, TimeUnit.SECONDS)) {
      throw busy();
    }
    try {
      return new Spool(copied(body, deadline));
    } catch (IOException e) {
      PLACES.release();
      throw new UncheckedIOException("the request ended early", e);
    } catch (RuntimeException e) {
      PLACES.release();
      throw e;
    }
  }

  private static FileChannel copied(InputStream body, Duration deadline) throws IOException {
    FileChannel file = unnamed();
    Deadline watch = new Deadline(Thread.currentThread());
    CompletableFuture.delayedExecutor(deadline.toMillis(), TimeUnit.MILLISECONDS).execute(watch);
    try {
      body.transferTo(Channels.newOutputStream(file));
      return file.position(0);
    } catch (IOException | RuntimeException e) {
      file.close();
      if (watch.end()) {
        throw late(deadline, e);
      }
      throw e;
    } finally {
      boolean unused = watch.end();
    }
  }

  private static FileChannel unnamed() throws IOException {
    Path path = Files.createTempFile("otters-message-", "");
    try {
      return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    } finally {
      Files.delete(path);
    }
  }

  static ApiException busy() {
    return ApiException.of(
        ErrorCode.TIMEOUT, "other large messages are being received", "Try again later.");
  }

  private static ApiException late(Duration deadline, Exception cause) {
    String title = "the message did not arrive within " + deadline.toSeconds() + " s";
    String remedy = "Mount the file with -v, and name its path in the message.";
    return new ApiException(ApiException.of(ErrorCode.TIMEOUT, title, remedy).problem(), cause);
  }

  /** Returns the body. */
  InputStream in() {
    return Channels.newInputStream(file);
  }

  @Override
  public void close() {
    PLACES.release();
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close a received message", e);
    }
  }

  /** Interrupts a thread that still reads, which closes its connection. */
  private static final class Deadline implements Runnable {
    private final Thread reader;
    private boolean over;
    private boolean late;

    Deadline(Thread reader) {
      this.reader = reader;
    }

    @Override
    public synchronized void run() {
      if (!over) {
        late = true;
        reader.interrupt();
      }
    }

    /** Ends the watch in the thread that reads. Returns whether it was too late. */
    synchronized boolean end() {
      over = true;
      if (late) {
        boolean unused = Thread.interrupted();
      }
      return late;
    }
  }
}
