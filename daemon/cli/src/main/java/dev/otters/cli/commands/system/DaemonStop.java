package dev.otters.cli.commands.system;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.system.DaemonView;
import dev.otters.api.system.InfoView;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.Endpoint;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

final class DaemonStop implements RunnableCommand {
  private static final int LONGEST_SECONDS = 60;

  @Override
  public Command command() {
    return Command.of("daemon stop", Group.SYSTEM, "Stop the daemon")
        .details(
            "Sends SIGTERM to the daemon and waits until it has ended. Agents keep running, and a"
                + " running turn waits for the daemon. The next command starts the daemon again.")
        .example("otters daemon stop", "Stop the daemon; agents keep running");
  }

  @Override
  public int run(Invocation invocation) {
    Console console = invocation.console();
    Endpoint endpoint = invocation.connector().endpoint();
    if (!(endpoint instanceof Endpoint.Unix)) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "the daemon at " + endpoint + " may run on another machine",
          "Run 'otters daemon stop' there, without --host and OTTERSD_URL.");
    }
    Optional<Daemon> daemon = invocation.runningDaemon();
    if (daemon.isEmpty()) {
      console.line("the daemon is not running");
      return ExitCodes.OK;
    }
    InfoView info = daemon.get().get(Route.of("info"), InfoView.class);
    long pid = info.daemon().pid();
    end(
        ProcessHandle.of(pid)
            .filter(process -> holds(process, Path.of(info.daemon().home(), "ottersd.lock")))
            .orElseThrow(() -> elsewhere(info.daemon())));
    int running = info.stock().agentsRunning();
    console.line(
        "stopped the daemon (process "
            + pid
            + ")"
            + (running == 0 ? "" : "; " + Plural.of(running, "agent") + " still running"));
    return ExitCodes.OK;
  }

  /**
   * Returns whether a process has the lock of a home open, as its daemon has. The number of a
   * daemon in a container may be that of another process here. The handle signals no later process.
   */
  private static boolean holds(ProcessHandle process, Path lock) {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
      return open.anyMatch(file -> isSame(file, lock));
    } catch (IOException _) {
      return false;
    }
  }

  private static boolean isSame(Path open, Path file) {
    try {
      return Files.isSameFile(open, file);
    } catch (IOException _) {
      return false;
    }
  }

  private static ApiException elsewhere(DaemonView daemon) {
    return ApiException.of(
        ErrorCode.CONFLICT,
        "cannot stop the daemon: process "
            + daemon.pid()
            + " does not hold the lock of "
            + daemon.home()
            + ", so the daemon has ended, belongs to another user, or runs in a container",
        "Run 'otters daemon stop' as the daemon's user, where it runs.");
  }

  static void end(ProcessHandle process) {
    String why = "it did not end within " + LONGEST_SECONDS + " seconds";
    try {
      if (process.destroy()) {
        process.onExit().get(LONGEST_SECONDS, TimeUnit.SECONDS);
        return;
      }
      why = "no permission to signal it";
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException _) {
      // The exception below says why.
    }
    throw ApiException.of(
        ErrorCode.INTERNAL,
        "cannot stop the daemon, process " + process.pid() + ": " + why,
        "See ottersd.log in its home, and end the process with kill.");
  }
}
