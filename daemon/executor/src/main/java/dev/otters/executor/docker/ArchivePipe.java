package dev.otters.executor.docker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Turns something that writes a stream into a stream that can be read, without a file between. */
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

  /** Waits until all is written, and throws what the source threw. */
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

  /** Ends the writing where it has not ended. */
  @Override
  public void close() throws IOException {
    in.close();
  }
}
