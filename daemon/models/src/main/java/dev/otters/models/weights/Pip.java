package dev.otters.models.weights;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * The machine's own {@code pip}, with its index, proxy, certificates and credentials. It receives
 * only the variables of the daemon's environment for these settings.
 *
 * @param environment the daemon's environment
 * @param patience how long pip may run without receiving a byte
 */
record Pip(Map<String, String> environment, Duration patience) {
  private static final Set<String> PASSED =
      Set.of(
          "PATH",
          "HOME",
          "LANG",
          "NETRC",
          "XDG_CONFIG_HOME",
          "XDG_CONFIG_DIRS",
          "VIRTUAL_ENV",
          "PYENV_ROOT",
          "PYENV_VERSION",
          "SSL_CERT_FILE",
          "SSL_CERT_DIR",
          "REQUESTS_CA_BUNDLE",
          "CURL_CA_BUNDLE",
          "HTTP_PROXY",
          "HTTPS_PROXY",
          "ALL_PROXY",
          "NO_PROXY");
  private static final List<List<String>> WAYS =
      List.of(List.of("python3", "-m", "pip"), List.of("pip3"), List.of("pip"));
  private static final int SHOWN = 300;
  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration LONGEST_CHECK = Duration.ofSeconds(30);

  /**
   * Downloads a package without its dependencies and without running any of its code.
   *
   * @param folder an empty folder to work in
   * @param received receives the number of bytes so far
   * @return the package, a zip file
   * @throws SourceFailure if pip is missing or fails
   */
  Path download(String requirement, Path folder, LongConsumer received)
      throws IOException, InterruptedException {
    Path target = Files.createDirectory(folder.resolve("packages"));
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path said = folder.resolve("pip.log");
    List<String> command = new ArrayList<>(way(folder));
    command.addAll(
        List.of("download", "--no-deps", "--only-binary", ":all:", "--no-cache-dir", "--no-input"));
    command.addAll(List.of("--disable-pip-version-check", "--progress-bar", "off"));
    command.addAll(List.of("--dest", target.toString(), requirement));
    Process process = start(command, folder, temporary, said);
    try {
      watch(process, () -> size(target) + size(temporary), received);
    } finally {
      end(process);
    }
    if (process.exitValue() != 0) {
      throw SourceFailure.lasting("pip could not download " + requirement + ": " + complaint(said));
    }
    return only(target);
  }

  private List<String> way(Path folder) throws IOException, InterruptedException {
    for (List<String> way : WAYS) {
      Optional<Path> program = onPath(way.getFirst());
      if (program.isPresent()) {
        List<String> command = new ArrayList<>(List.of(program.get().toString()));
        command.addAll(way.subList(1, way.size()));
        if (works(command, folder)) {
          return command;
        }
      }
    }
    throw SourceFailure.lasting("pip is not on the PATH");
  }

  private Optional<Path> onPath(String program) {
    return Stream.of(environment.getOrDefault("PATH", "/usr/bin:/bin").split(":"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private boolean works(List<String> command, Path folder)
      throws IOException, InterruptedException {
    List<String> check = new ArrayList<>(command);
    check.add("--version");
    Process process = start(check, folder, folder, folder.resolve("check.log"));
    try {
      return process.waitFor(LONGEST_CHECK.toSeconds(), TimeUnit.SECONDS)
          && process.exitValue() == 0;
    } finally {
      end(process);
    }
  }

  private Process start(List<String> command, Path folder, Path temporary, Path said)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(passed());
    builder.environment().put("TMPDIR", temporary.toString());
    builder.redirectErrorStream(true).redirectOutput(said.toFile());
    Process process = builder.start();
    process.getOutputStream().close();
    return process;
  }

  /** Returns the environment of pip. */
  Map<String, String> passed() {
    Map<String, String> passed = new HashMap<>();
    environment.forEach(
        (key, value) -> {
          boolean proxy = key.endsWith("_proxy") && PASSED.contains(key.toUpperCase(Locale.ROOT));
          if (PASSED.contains(key) || proxy || key.startsWith("PIP_") || key.startsWith("LC_")) {
            passed.put(key, value);
          }
        });
    return passed;
  }

  private void watch(Process process, java.util.function.LongSupplier size, LongConsumer received)
      throws InterruptedException {
    long most = 0;
    long since = System.nanoTime();
    while (!process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      long now = size.getAsLong();
      if (now > most) {
        most = now;
        since = System.nanoTime();
        received.accept(now);
      } else if (System.nanoTime() - since > patience.toNanos()) {
        throw SourceFailure.lasting(
            "pip stalled: no data arrived for " + patience.toSeconds() + " s");
      }
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** Returns the size of a folder, whose files may change meanwhile. */
  private static long size(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private static Path only(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found = files.toList();
      if (found.size() != 1) {
        throw SourceFailure.lasting("pip downloaded " + found.size() + " files instead of one");
      }
      return found.getFirst();
    }
  }

  /** Returns the last error, without the user part of URLs. */
  private static String complaint(Path said) throws IOException {
    List<String> lines =
        new String(Files.readAllBytes(said), java.nio.charset.StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .toList();
    String last =
        lines.reversed().stream()
            .filter(line -> line.startsWith("ERROR:"))
            .findFirst()
            .orElse(lines.isEmpty() ? "it printed nothing" : lines.getLast());
    String safe = last.replaceAll("://[^/@\\s]*@", "://***@").strip();
    return safe.length() > SHOWN ? safe.substring(0, SHOWN) + "…" : safe;
  }
}
