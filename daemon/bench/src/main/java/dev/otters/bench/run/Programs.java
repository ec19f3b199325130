package dev.otters.bench.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Runs programs with a given environment. */
public record Programs(Map<String, String> environment) {
  /**
   * The result of a program.
   *
   * @param millis the milliseconds from its start to its end
   */
  public record Ended(int code, String out, String err, double millis) {}

  /** Runs a program, which must succeed. */
  public Ended run(List<String> command) {
    Ended ended = tryRun(command);
    if (ended.code() != 0) {
      throw new IllegalStateException(
          String.join(" ", command) + " ended with " + ended.code() + ": " + ended.err());
    }
    return ended;
  }

  /** Runs a program, which must succeed. */
  public Ended run(String... command) {
    return run(List.of(command));
  }

  /** Runs a program to its end, even if it fails. */
  public Ended tryRun(List<String> command) {
    long begin = System.nanoTime();
    Process process = start(command);
    try {
      CompletableFuture<String> err =
          CompletableFuture.supplyAsync(() -> text(process.errorReader(StandardCharsets.UTF_8)));
      String out = text(process.inputReader(StandardCharsets.UTF_8));
      int code = process.waitFor();
      double millis = Clock.millisSince(begin);
      return new Ended(code, out, err.join(), millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Starts a program without input. */
  public Process start(List<String> command) {
    return start(new ProcessBuilder(command));
  }

  /** Starts a program without input and discards its output. */
  public Process startQuietly(List<String> command) {
    return start(
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD));
  }

  private Process start(ProcessBuilder builder) {
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Finds a program on the {@code PATH}. */
  public Optional<Path> find(String program) {
    return Stream.of(environment.getOrDefault("PATH", "/usr/bin:/bin").split(":"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static String text(java.io.Reader reader) {
    try (reader) {
      StringBuilder text = new StringBuilder();
      char[] buffer = new char[8192];
      for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
        text.append(buffer, 0, n);
      }
      return text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
