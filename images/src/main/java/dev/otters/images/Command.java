package dev.otters.images;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs programs of the build machine. */
final class Command {

  private Command() {}

  /**
   * Runs {@code command} and waits for it to exit.
   *
   * @return its output, including standard error
   * @throws IOException if it cannot be started or its exit code is not 0; the message contains its
   *     output
   */
  static String run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(
            "'%s' exited with %d: %s".formatted(String.join(" ", command), code, output.strip()));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while '%s' ran".formatted(command.getFirst()), e);
    }
    return output;
  }
}
