package dev.otters.server;

import dev.otters.api.ApiException;
import dev.otters.api.Problem;
import dev.otters.server.home.Home;
import dev.otters.server.http.Problems;
import dev.otters.server.time.SystemTime;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * Starts the daemon: {@code ottersd [serve] [--home DIR]}. It runs until SIGTERM or SIGINT; agents
 * run on.
 */
public final class Main {
  private static final String USAGE =
      "usage: ottersd [serve] [--home DIR]\n       ottersd --version | --help";
  private static final int USAGE_ERROR = 2;

  private Main() {}

  /**
   * Starts the daemon and waits until it is told to end.
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
    Path userHome = Path.of(System.getProperty("user.home"));
    Path home = Home.defaultFolder(environment, userHome);
    List<String> rest =
        !args.isEmpty() && args.getFirst().equals("serve") ? args.subList(1, args.size()) : args;
    switch (rest) {
      case List<String> none when none.isEmpty() -> {}
      case List<String> one when one.equals(List.of("--version")) -> {
        out.println("ottersd " + Release.version());
        return 0;
      }
      case List<String> one when one.equals(List.of("--help")) -> {
        out.println(USAGE);
        return 0;
      }
      case List<String> two when two.size() == 2 && two.getFirst().equals("--home") ->
          home = Path.of(two.getLast());
      default -> {
        err.println("ottersd: unknown arguments " + String.join(" ", rest) + "\n" + USAGE);
        return USAGE_ERROR;
      }
    }
    return serve(home, environment, userHome, err);
  }

  private static int serve(
      Path home, Map<String, String> environment, Path userHome, PrintStream err) {
    Optional<Path> distribution =
        Optional.ofNullable(System.getProperty("otters.dist")).map(Path::of);
    try {
      Logging.start(Home.open(home));
      return serve(
          DaemonOptions.standard(home, distribution, environment, userHome, new SystemTime()));
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
