package dev.otters.server;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.executor.posix.Signals;
import dev.otters.home.Home;
import dev.otters.home.hash.FastDigests;
import dev.otters.home.time.SystemTime;
import dev.otters.server.problem.Problems;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Starts the daemon: {@code ottersd [serve] [--home DIR] [--executor docker|system]}. It runs until
 * SIGTERM or SIGINT. Agents keep running. {@code ottersd install} writes a systemd unit instead,
 * and {@code uninstall} removes it.
 */
public final class Main {
  private static final String USAGE =
      """
      usage: ottersd [serve] [--home DIR] [--executor docker|system]
             ottersd install [--home DIR]
             ottersd uninstall
             ottersd --version | --help\
      """;
  private static final int USAGE_ERROR = 2;
  private static final String HOME = "--home";
  private static final String EXECUTOR = "--executor";
  private static final List<String> OPTIONS = List.of(HOME, EXECUTOR);

  private Main() {}

  /**
   * Starts the daemon and waits for the signal to end.
   *
   * @param args {@code serve} and options
   */
  public static void main(String[] args) {
    int code = run(Arrays.asList(args), System.getenv(), System.out, System.err);
    if (code != 0) {
      System.exit(code);
    }
  }

  static int run(
      List<String> args, Map<String, String> environment, PrintStream out, PrintStream err) {
    List<String> rest =
        !args.isEmpty() && args.getFirst().equals("serve") ? args.subList(1, args.size()) : args;
    if (rest.equals(List.of("--version"))) {
      out.println("ottersd " + Release.version());
      return 0;
    }
    if (rest.equals(List.of("--help"))) {
      out.println(USAGE);
      return 0;
    }
    boolean uninstall = rest.equals(List.of("uninstall"));
    boolean install = !rest.isEmpty() && rest.getFirst().equals("install");
    Optional<Map<String, String>> options =
        install
            ? options(rest.subList(1, rest.size())).filter(given -> !given.containsKey(EXECUTOR))
            : options(uninstall ? List.of() : rest);
    if (options.isEmpty()) {
      err.println("ottersd: unknown arguments " + String.join(" ", rest) + "\n" + USAGE);
      return USAGE_ERROR;
    }
    Path userHome = Path.of(System.getProperty("user.home"));
    if (uninstall) {
      return write(
          environment, userHome, err, () -> UserUnit.uninstall(environment, userHome, out));
    }
    return install
        ? install(options.get(), environment, userHome, out, err)
        : serve(options.get(), environment, userHome, err);
  }

  private static int install(
      Map<String, String> options,
      Map<String, String> environment,
      Path userHome,
      PrintStream out,
      PrintStream err) {
    String distribution = System.getProperty("otters.dist");
    if (distribution == null) {
      err.println(
          "ottersd: 'install' works only in a distribution\n  Run bin/ottersd of a distribution.");
      return 1;
    }
    Path home = home(options, environment, userHome);
    return write(
        environment,
        userHome,
        err,
        () -> UserUnit.install(Path.of(distribution), home, environment, userHome, out));
  }

  /** Changes files of the user. */
  private interface Change {
    void run() throws IOException;
  }

  private static int write(
      Map<String, String> environment, Path userHome, PrintStream err, Change change) {
    try {
      change.run();
      return 0;
    } catch (IOException e) {
      Path folder = UserUnit.folder(environment, userHome);
      String why = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
      return fail(
          Problem.of(
              ErrorCode.FORBIDDEN,
              "cannot change the units in " + folder + ": " + why,
              "Make that folder writable for you, or set XDG_CONFIG_HOME to another one."),
          err);
    }
  }

  private static Path home(
      Map<String, String> options, Map<String, String> environment, Path userHome) {
    String named = options.get(HOME);
    return named == null ? Home.defaultFolder(environment, userHome) : Path.of(named);
  }

  /** Returns the options with their values, empty for unknown options and missing values. */
  private static Optional<Map<String, String>> options(List<String> args) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < args.size(); i += 2) {
      if (!OPTIONS.contains(args.get(i)) || i + 1 == args.size()) {
        return Optional.empty();
      }
      options.put(args.get(i), args.get(i + 1));
    }
    return Optional.of(options);
  }

  private static int serve(
      Map<String, String> options,
      Map<String, String> environment,
      Path userHome,
      PrintStream err) {
    Path home = home(options, environment, userHome);
    Optional<Path> distribution =
        Optional.ofNullable(System.getProperty("otters.dist")).map(Path::of);
    try {
      FastDigests.install();
      Logging.start(Home.open(home));
      Signals.receiveIgnored();
      return serve(
          DaemonOptions.standard(
              home,
              distribution,
              environment,
              userHome,
              Optional.ofNullable(options.get(EXECUTOR)),
              new SystemTime()));
    } catch (ApiException e) {
      return fail(e.problem(), err);
    } catch (IOException | RuntimeException e) {
      return fail(Problems.of(e), err);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private static int serve(DaemonOptions options) throws IOException, InterruptedException {
    Daemon daemon = Daemon.start(options);
    CountDownLatch ended = new CountDownLatch(1);
    Thread end =
        Thread.ofPlatform()
            .name("shutdown")
            .unstarted(
                () -> {
                  daemon.close();
                  ended.countDown();
                });
    Runtime.getRuntime().addShutdownHook(end);
    ended.await();
    return 0;
  }

  private static int fail(Problem problem, PrintStream err) {
    err.println("ottersd: " + problem.title());
    if (problem.remedy() != null) {
      err.println("  " + problem.remedy());
    }
    return problem.code().exitCode();
  }
}
