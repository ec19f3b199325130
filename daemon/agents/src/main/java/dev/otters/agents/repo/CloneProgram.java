package dev.otters.agents.repo;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.oci.Progress;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The program that clones, one process a clone. It has no variables and finds no other program, and
 * gets the password on its standard input. Killing it ends the clone.
 *
 * @param classPath of {@code dev.otters.git.Main}
 * @param limit the time that a clone may take
 */
record CloneProgram(String classPath, Duration limit) {
  private static final Logger LOG = LoggerFactory.getLogger(CloneProgram.class);
  private static final Duration LIMIT = Duration.ofMinutes(15);
  private static final Duration END = Duration.ofSeconds(5);
  private static final int OUT_OF_MEMORY = 3;

  /** The time between two looks at whether a client waits for the clone. */
  static final Duration LOOK = Duration.ofSeconds(1);

  /** The most bytes that a server sends, the most files, and the most bytes of all files. */
  private static final long[] LIMITS = {1L << 30, 100_000, 2L << 30};

  /** One clone, and its result. */
  record Order(URI url, String ref, String user, String password) {
    /** Omits the password. */
    @Override
    public String toString() {
      return "Order[url=" + url + ", ref=" + ref + "]";
    }
  }

  record Result(String commit, long files, long bytes) {}

  /** Returns the program of the distribution, or of the class path if there is none. */
  static CloneProgram usual() {
    String distribution = System.getProperty("otters.dist");
    String classPath =
        distribution == null
            ? System.getProperty("java.class.path")
            : Path.of(distribution, "lib", "git") + "/*";
    return new CloneProgram(classPath, LIMIT);
  }

  /**
   * Clones.
   *
   * @param folder an empty folder of the daemon; the clone is {@code repo} in it
   * @throws ApiException REPO_FAILED or TIMEOUT
   * @throws InterruptedException if the thread is interrupted, or no client waits for the clone;
   *     then it has ended
   */
  Result clone(Order order, Path folder, Progress progress) throws InterruptedException {
    try {
      Path home = Files.createDirectory(folder.resolve("home"));
      Process process = start(home);
      try {
        return run(process, order, folder.resolve("repo"), progress);
      } finally {
        end(process);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the program for clones cannot be run: " + e.getMessage(), e);
    }
  }

  private Process start(Path home) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx512m",
            "-XX:-UsePerfData",
            "-XX:+DisableAttachMechanism",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+ExitOnOutOfMemoryError",
            "-Duser.home=" + home,
            "-Djava.io.tmpdir=" + home,
            "-cp",
            classPath,
            "dev.otters.git.Main");
    builder.environment().clear();
    builder
        .environment()
        .putAll(
            Map.of(
                "LC_ALL", "C.UTF-8",
                "HOME", home.toString(),
                "XDG_CONFIG_HOME", home.toString(),
                "PATH", home.toString(),
                "GIT_CONFIG_NOSYSTEM", "1"));
    builder.directory(home.toFile()).redirectError(ProcessBuilder.Redirect.DISCARD);
    return builder.start();
  }

  private Result run(Process process, Order order, Path clone, Progress progress)
      throws IOException, InterruptedException {
    AtomicReference<String> last = new AtomicReference<>("");
    Thread listener =
        Thread.ofVirtual()
            .name("clone " + process.pid())
            .start(() -> listen(process, last, order.url(), progress));
    DataOutputStream to = new DataOutputStream(process.getOutputStream());
    for (String text :
        List.of(
            order.url().toString(),
            order.ref(),
            clone.toString(),
            order.user(),
            order.password())) {
      to.writeUTF(text);
    }
    for (long most : LIMITS) {
      to.writeLong(most);
    }
    to.flush();
    if (!ended(process, progress)) {
      throw ApiException.of(
          ErrorCode.TIMEOUT,
          "the clone took more than " + limit.toMinutes() + " minutes",
          "Mount a clone of your own with -v.");
    }
    listener.join(END);
    return result(process.exitValue(), Objects.requireNonNullElse(last.get(), ""), order);
  }

  /** Waits for the end, and returns whether it came in time. */
  private boolean ended(Process process, Progress progress) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = limit.toNanos(); left > 0; left = end - System.nanoTime()) {
      if (process.waitFor(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS)) {
        return true;
      }
      requireWatched(progress);
    }
    return false;
  }

  /**
   * Checks that a client waits for a clone.
   *
   * @throws InterruptedException if it has gone away
   */
  static void requireWatched(Progress progress) throws InterruptedException {
    if (!progress.isWatched()) {
      throw new InterruptedException("the client of the clone has gone away");
    }
  }

  /** Passes progress on, and keeps the last line. */
  private static void listen(
      Process process, AtomicReference<String> last, URI url, Progress progress) {
    try (BufferedReader from = process.inputReader()) {
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        String[] words = line.split(" ", -1);
        if (words[0].equals("progress") && words.length == 3) {
          progress.update(url.toString(), Long.parseLong(words[2]), -1, words[1]);
        } else {
          last.set(line);
        }
      }
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("The output of a clone broke");
    }
  }

  private static Result result(int code, String line, Order order) {
    String[] words = line.split(" ", -1);
    if (words[0].equals("done") && words.length == 4) {
      return new Result(words[1], Long.parseLong(words[2]), Long.parseLong(words[3]));
    }
    if (words[0].equals("failed") && words.length > 2) {
      throw failed(
          Stream.of(words).skip(2).reduce((a, b) -> a + " " + b).orElse(""),
          remedy(words[1], order.password().isEmpty()));
    }
    throw failed(
        code == OUT_OF_MEMORY ? "it needs more than 512 MiB of memory" : "the program ended early",
        remedy("LIMIT", true));
  }

  private static ApiException failed(String why, String remedy) {
    return ApiException.of(
        ErrorCode.REPO_FAILED, "the repository cannot be cloned: " + why, remedy);
  }

  private static String remedy(String kind, boolean open) {
    return switch (kind) {
      case "DENIED" ->
          open
              ? "Set a vault to a token with 'otters vault set NAME', and use it with --vault NAME."
              : "Check the token in the vault, and the user name that it needs (--user).";
      case "MISSING" -> "Check the URL, and the branch, tag or commit.";
      case "UNREACHABLE" -> "Check the URL, and the network of this machine.";
      default -> "Check the URL, or mount a clone of your own with -v.";
    };
  }

  private static void end(Process process) throws IOException {
    process.destroyForcibly();
    process.onExit().join();
    process.getOutputStream().close();
  }
}
