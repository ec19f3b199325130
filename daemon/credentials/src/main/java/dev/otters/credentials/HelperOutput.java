package dev.otters.credentials;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Writes the input of a helper and collects its output, both at once. */
final class HelperOutput {
  private static final int LARGEST = 64 << 10;

  /**
   * Time to read the rest of the output after the helper has exited. A child that still holds its
   * pipe has nothing to add.
   */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Process process;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private HelperOutput(Process process) {
    this.process = process;
  }

  /** Starts the conversation with a helper that was just started. */
  static HelperOutput of(Process process, byte[] input) {
    HelperOutput output = new HelperOutput(process);
    Thread.ofVirtual().start(() -> output.converse(input));
    return output;
  }

  /**
   * Waits until the helper exits, and returns its output.
   *
   * @throws ExecutionException if the output is too long or cannot be read
   * @throws TimeoutException if the helper takes longer than {@code patience}
   */
  byte[] await(Duration patience)
      throws ExecutionException, InterruptedException, TimeoutException {
    var _ =
        CompletableFuture.anyOf(ended, process.onExit())
            .get(patience.toMillis(), TimeUnit.MILLISECONDS);
    if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException();
    }
    var _ = ended.copy().completeOnTimeout(null, GRACE.toMillis(), TimeUnit.MILLISECONDS).get();
    return said.toByteArray();
  }

  private void converse(byte[] input) {
    try (OutputStream to = process.getOutputStream()) {
      to.write(input);
    } catch (IOException notRead) {
      // A helper may answer without reading all of its input.
    }
    try (InputStream from = process.getInputStream()) {
      listen(from);
      ended.complete(null);
    } catch (IOException e) {
      ended.completeExceptionally(e);
    }
  }

  private void listen(InputStream from) throws IOException {
    byte[] buffer = new byte[8 << 10];
    for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
      if (said.size() + read > LARGEST) {
        throw new IOException("its output is larger than 64 KiB");
      }
      said.write(buffer, 0, read);
    }
  }
}
