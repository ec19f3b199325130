package dev.otters.images;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs a program of the build machine and gives its output, or fails with it. */
final class Command {

  private Command() {}

  /**
   * Runs {@code command} to its end.
   *
   * @return what it printed, standard error included
   * @throws IOException if it cannot be started or ends with another code than 0; the message holds
   *     its output
   */
  static String run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new IOException(
            "'%s' ended with %d: %s".formatted(String.join(" ", command), code, output.strip()));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while '%s' ran".formatted(command.getFirst()), e);
    }
    return output;
  }
}
