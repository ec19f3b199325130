package dev.otters.home;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of the tests in a JVM of its own with a small heap. */
public final class SmallHeap {
  private SmallHeap() {}

  /**
   * Runs a program and returns what it printed.
   *
   * @param megabytes the heap limit
   * @param program a class with a {@code main} method
   * @throws AssertionError if it does not end within a minute, or not with status 0
   */
  public static String run(int megabytes, Class<?> program, String... arguments)
      throws IOException, InterruptedException {
    Process process = start(megabytes, program, arguments);
    process.getOutputStream().close();
    try {
      byte[] output = process.getInputStream().readNBytes(1 << 20);
      if (!process.waitFor(1, TimeUnit.MINUTES)) {
        throw new AssertionError(program + " did not end");
      }
      String text = new String(output, StandardCharsets.UTF_8);
      if (process.exitValue() != 0) {
        throw new AssertionError(program + " ended with " + process.exitValue() + ": " + text);
      }
      return text;
    } finally {
      process.destroyForcibly();
    }
  }

  /** Starts a program that ends when its heap is full. */
  static Process start(int megabytes, Class<?> program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + megabytes + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
