package dev.otters.cli.client;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts the daemon of the home, detached from this process and its terminal. Of several clients,
 * only one starts it.
 */
final class DaemonStarter {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration PAUSE = Duration.ofMillis(25);
  private static final int SHOWN_LINES = 10;

  private final Environment environment;
  private final Home home;

  DaemonStarter(Environment environment) {
    this.environment = environment;
    this.home = environment.daemonHome();
  }

  /**
   * Waits until a daemon answers.
   *
   * @param healthy returns whether a daemon answers
   * @throws ApiException when the daemon ends or does not answer in time; holds the end of its log
   */
  void start(BooleanSupplier healthy) {
    Path program = program();
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      makeHome();
      try (FileChannel channel =
              FileChannel.open(
                  home.startLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = lock(channel, end)) {
        if (lock.isValid() && !healthy.getAsBoolean()) {
          launch(program, healthy, end);
        }
      }
    } catch (FileSystemException e) {
      throw new ApiException(
          Problem.of(
              ErrorCode.DAEMON_UNREACHABLE,
              home.folder() + " cannot be the daemon's home: " + why(e),
              "Set OTTERS_HOME to a folder that you own."),
          e);
    } catch (IOException e) {
      throw new ApiException(
          Problem.of(
              ErrorCode.DAEMON_UNREACHABLE,
              "cannot start the daemon: " + e,
              "Start it with 'ottersd serve'."),
          e);
    }
  }

  private static String why(FileSystemException e) {
    return switch (e) {
      case AccessDeniedException denied -> "access to " + denied.getFile() + " is denied";
      case FileAlreadyExistsException other -> other.getFile() + " is not a folder";
      default -> String.valueOf(e.getMessage());
    };
  }

  private Path program() {
    Path distribution = environment.distribution();
    Path program = distribution == null ? null : distribution.resolve("bin/ottersd");
    if (program == null || !Files.isExecutable(program)) {
      throw ApiException.of(
          ErrorCode.DAEMON_UNREACHABLE,
          "no daemon answers at "
              + home.endpoint()
              + ", and there is no ottersd next to this command",
          "Start it with 'ottersd serve'.");
    }
    return program;
  }

  private void makeHome() throws IOException {
    if (!Files.exists(home.folder())) {
      Files.createDirectories(
          home.folder(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  private void makeLog() throws IOException {
    if (!Files.exists(home.log())) {
      Files.createFile(
          home.log(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
  }

  private FileLock lock(FileChannel channel, long end) throws IOException {
    while (true) {
      FileLock lock = tryLock(channel);
      if (lock != null) {
        return lock;
      }
      if (System.nanoTime() > end) {
        throw new IOException(
            "another command has been starting the daemon for "
                + PATIENCE.toSeconds()
                + " seconds");
      }
      pause();
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException _) {
      return null;
    }
  }

  private void launch(Path program, BooleanSupplier healthy, long end) throws IOException {
    makeLog();
    long logged = Files.size(home.log());
    Process process = process(program).start();
    while (System.nanoTime() < end) {
      if (healthy.getAsBoolean()) {
        return;
      }
      if (!process.isAlive()) {
        throw failed(
            "the daemon exited with code " + process.exitValue() + " during its start", logged);
      }
      pause();
    }
    process.destroy();
    throw failed("the daemon did not answer within " + PATIENCE.toSeconds() + " seconds", logged);
  }

  private ProcessBuilder process(Path program) {
    List<String> words = new ArrayList<>(session());
    words.add(program.toString());
    words.add("serve");
    ProcessBuilder builder = new ProcessBuilder(words);
    Map<String, String> variables = builder.environment();
    variables.clear();
    variables.putAll(environment.variables());
    variables.keySet().removeAll(List.of("OTTERS_TOKEN", "OTTERSD_URL"));
    variables.put("OTTERS_HOME", home.folder().toString());
    return builder
        .directory(home.folder().toFile())
        .redirectInput(new File("/dev/null"))
        .redirectOutput(ProcessBuilder.Redirect.appendTo(home.log().toFile()))
        .redirectErrorStream(true);
  }

  /**
   * Returns the program that starts another in a session of its own, out of reach of the terminal
   * and of Ctrl-C.
   */
  private static List<String> session() {
    for (String program : List.of("/usr/bin/setsid", "/bin/setsid")) {
      if (Files.isExecutable(Path.of(program))) {
        return List.of(program);
      }
    }
    return List.of("/usr/bin/nohup");
  }

  private ApiException failed(String what, long logged) throws IOException {
    String log;
    try (FileChannel channel = FileChannel.open(home.log());
        InputStream in = Channels.newInputStream(channel.position(logged))) {
      log = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    List<String> lines = log.lines().filter(line -> !line.isBlank()).toList();
    String end =
        String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    return new ApiException(
        Problem.of(ErrorCode.DAEMON_UNREACHABLE, what, "See " + home.log() + ".").withDetail(end));
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
