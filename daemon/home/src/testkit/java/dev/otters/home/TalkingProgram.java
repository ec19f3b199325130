package dev.otters.home;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/**
 * A program of the tests in a JVM of its own, which prints lines that begin with a word. Its input
 * closes when this JVM ends, however it ends.
 */
public final class TalkingProgram implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private TalkingProgram(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts a program.
   *
   * @param megabytes the heap limit, at which it ends
   * @param program a class with a {@code main} method
   */
  public static TalkingProgram start(int megabytes, Class<?> program, String... arguments)
      throws IOException {
    return new TalkingProgram(SmallHeap.start(megabytes, program, arguments));
  }

  /**
   * Ends the current process once its input closes. A program calls it if it does not read its
   * input itself.
   */
  public static void endWithParent() {
    Thread watcher =
        new Thread(
            () -> {
              try {
                while (System.in.read() >= 0) {
                  // The parent lives.
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } finally {
                Runtime.getRuntime().halt(1);
              }
            });
    watcher.setDaemon(true);
    watcher.start();
  }

  /** Waits for the next line that begins with a word, and returns the rest of it. */
  public String said(String beginning) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length());
      }
    }
    throw new IOException("the program ended");
  }

  /** Sends the program an empty line. */
  public void nudge() throws IOException {
    process.outputWriter().write("\n");
    process.outputWriter().flush();
  }

  /** Closes the program's input and returns the lines that it prints from then on. */
  public Stream<String> lastLines() throws IOException {
    process.getOutputStream().close();
    return output.lines();
  }

  /** Waits until the program has ended, and returns its status. */
  public int ended() throws InterruptedException {
    return process.waitFor();
  }

  /** Kills the program. */
  @Override
  public void close() {
    process.destroyForcibly();
  }
}
