package dev.otters.models.provider.langchain4j;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The bytes of an answer as they come. */
@FunctionalInterface
interface Chunks {
  /**
   * Waits for the next bytes.
   *
   * @return bytes, perhaps none; empty at the end
   * @throws SilenceException if none came in time
   * @throws IOException if the connection broke
   */
  Optional<ByteBuffer> next() throws IOException, InterruptedException;

  /** Says that nothing came for too long. */
  final class SilenceException extends IOException {
    private static final long serialVersionUID = 1L;

    SilenceException(long seconds) {
      super("silent for " + seconds + " s");
    }
  }
}
