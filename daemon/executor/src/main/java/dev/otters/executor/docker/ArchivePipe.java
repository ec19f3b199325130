package dev.otters.executor.docker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Connects a writer of a stream to a reader of it, without a file in between. */
final class ArchivePipe implements AutoCloseable {
  private static final int BUFFER = 256 * 1024;

  private final PipedInputStream in = new PipedInputStream(BUFFER);
  private final CompletableFuture<Void> written = new CompletableFuture<>();

  /** Writes the whole content. */
  interface Source {
    void write(OutputStream out) throws IOException;
  }

  ArchivePipe(Source source) throws IOException {
    PipedOutputStream out = new PipedOutputStream(in);
    Thread.ofVirtual()
        .name("image-archive")
        .start(
            () -> {
              try (out) {
                source.write(out);
                written.complete(null);
              } catch (IOException | RuntimeException e) {
                written.completeExceptionally(e);
              }
            });
  }

  InputStream stream() {
    return in;
  }

  /** Waits until the source has written everything, and throws what the source threw. */
  void join() throws IOException {
    try {
      written.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Stops the writer if it has not finished. */
  @Override
  public void close() throws IOException {
    in.close();
  }
}
