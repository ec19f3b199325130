package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * What one command of a user came to.
 *
 * @param command the command, for messages
 * @param code its exit code
 * @param out what it printed
 * @param err what it printed to standard error
 */
public record Run(List<String> command, int code, String out, String err) {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** Is a command that runs. */
  public record Started(
      List<String> command,
      Process process,
      CompletableFuture<String> out,
      CompletableFuture<String> err) {

    /** Waits for the end; a command that does not end is killed and fails the test. */
    public Run await() {
      try {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError(
              "%s did not end; it printed: %s%s".formatted(command, out.join(), err.join()));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      }
      return new Run(command, process.exitValue(), out.join(), err.join());
    }
  }

  /** Starts {@code command} in {@code folder}, with {@code environment} and nothing else. */
  public static Started start(
      Path folder, Map<String, String> environment, String input, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      // The common pool may have one thread only, and a pipe that nobody reads blocks the command.
      CompletableFuture<String> out =
          CompletableFuture.supplyAsync(() -> text(process, true), Thread.ofPlatform()::start);
      CompletableFuture<String> err =
          CompletableFuture.supplyAsync(() -> text(process, false), Thread.ofPlatform()::start);
      try (var stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      return new Started(command, process, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Process process, boolean out) {
    try (var in = out ? process.getInputStream() : process.getErrorStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asserts that the command succeeded, and gives what it printed. */
  public String ok() {
    assertThat(code).as("%s\n%s%s", command, out, err).isZero();
    return out;
  }

  /** Asserts that the command failed with this code, and gives its error text. */
  public String failed(int expected) {
    assertThat(code).as("%s\n%s%s", command, out, err).isEqualTo(expected);
    assertThat(err).as("no stack trace for a user").doesNotContain("\tat ");
    return err;
  }
}
