package dev.otters.executor.system.machine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * The files and programs of a machine.
 *
 * @param root the folder that serves as {@code /}
 * @param environment the daemon's environment
 */
public record Machine(Path root, Map<String, String> environment) {
  private static final List<String> USUAL =
      List.of("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin");
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int LARGEST = 1 << 20;

  /**
   * The result of a program.
   *
   * @param output its output, with errors
   */
  record Outcome(int code, String output) {}

  /** Returns the text of a small file without the last line end; empty when it cannot be read. */
  public Optional<String> text(String path) {
    // The kernel gives a setting's whole text to the first read, and nothing to a second one.
    try (InputStream file = Files.newInputStream(under(path))) {
      return Optional.of(new String(file.readNBytes(LARGEST), StandardCharsets.ISO_8859_1).strip());
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  boolean has(String path) {
    return Files.exists(under(path));
  }

  private Path under(String path) {
    return root.resolve(path.substring(1));
  }

  /** Finds a program on the PATH and in the usual folders. */
  public Optional<Path> program(String name) {
    Stream<String> path =
        Stream.of(environment.getOrDefault("PATH", "").split(":", -1)).filter(f -> !f.isEmpty());
    return Stream.concat(path, USUAL.stream())
        .map(folder -> Path.of(folder, name))
        .filter(file -> Files.isExecutable(file) && Files.isRegularFile(file))
        .findFirst();
  }

  /**
   * Runs a program without our environment.
   *
   * @throws IOException when it cannot be started or does not end
   */
  Outcome run(List<String> command) throws IOException {
    return run(command, PATIENCE);
  }

  Outcome run(List<String> command, Duration patience) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    FutureTask<byte[]> output = new FutureTask<>(() -> process.getInputStream().readNBytes(16_384));
    // A program that is silent, or leaves its output to another one, would block a read.
    Thread.ofVirtual().name("output of " + command.getFirst()).start(output);
    try {
      byte[] text = output.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TimeoutException();
      }
      return new Outcome(process.exitValue(), new String(text, StandardCharsets.UTF_8).strip());
    } catch (TimeoutException e) {
      throw new IOException(command.getFirst() + " does not end", e);
    } catch (ExecutionException e) {
      throw new IOException("cannot read the output of " + command.getFirst(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
