package dev.otters.cli.commands;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Progress;
import dev.otters.cli.client.Connector;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.Environment;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Exit;
import dev.otters.cli.command.Option;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.console.ProgressView;
import dev.otters.cli.local.Quantities;
import dev.otters.cli.local.UserPaths;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One call of a command: what was given, where it prints, and the daemon, to which it connects
 * at the first use.
 */
public final class Invocation {
  /** The option of all commands that can print JSON. */
  public static final Option OUTPUT =
      Option.one("FORMAT", "Print text, wide (all columns, nothing cut) or json", "-o", "--output");

  /** The option of all listings that can print ids alone. */
  public static final Option QUIET = Option.flag("Print only ids", "-q", "--quiet");

  /** The option of all listings that cut long cells. */
  public static final Option NO_TRUNC = Option.flag("Cut nothing", "--no-trunc");

  private final Arguments arguments;
  private final Environment environment;
  private final Console console;
  private @Nullable Daemon daemon;

  /** Makes a call. */
  public Invocation(Arguments arguments, Environment environment, Console console) {
    this.arguments = arguments;
    this.environment = environment;
    this.console = console;
  }

  /** Returns what was given. */
  public Arguments arguments() {
    return arguments;
  }

  /** Returns what the process gives. */
  public Environment environment() {
    return environment;
  }

  /** Returns where to print. */
  public Console console() {
    return console;
  }

  /** Returns the daemon. */
  public Daemon daemon() {
    if (daemon == null) {
      daemon = connector().connect();
    }
    return daemon;
  }

  /** Returns the daemon if one runs; starts none. */
  public Optional<Daemon> runningDaemon() {
    if (daemon == null) {
      daemon = connector().connectIfRunning().orElse(null);
    }
    return Optional.ofNullable(daemon);
  }

  /** Returns how to find the daemon. */
  public Connector connector() {
    return new Connector(environment, arguments.one("--host"), !arguments.has("--no-daemon-start"));
  }

  /** Refuses values that no command can use, before anything is done. */
  public void check() {
    var _ = json();
  }

  /** Returns whether the result is to be JSON. */
  public boolean json() {
    return format("json");
  }

  /** Returns whether listings are to show all columns, and cut nothing. */
  public boolean wide() {
    return format("wide");
  }

  /** Returns whether what scripts get as JSON is to be words for people. */
  public boolean readable() {
    return arguments.one("--output").isPresent() ? !json() : console.terminal().out();
  }

  private boolean format(String wanted) {
    return arguments
        .one("--output")
        .map(format -> Quantities.word("--output", format, "text", "wide", "json"))
        .filter(wanted::equals)
        .isPresent();
  }

  /** Returns whether only ids are to be printed. */
  public boolean quiet() {
    return arguments.has("--quiet");
  }

  /** Returns whether nothing is to be cut. */
  public boolean uncut() {
    return arguments.has("--no-trunc") || wide();
  }

  /** Returns how paths are meant. */
  public UserPaths places() {
    return new UserPaths(environment.folder(), environment.home());
  }

  /** Prints a record as JSON. */
  public int printJson(Object value) {
    console.line(Json.pretty(value));
    return Exit.OK;
  }

  /** Does long work and shows its progress. */
  public <T> T work(Route route, Content content, Class<T> type) {
    return work(route, content, type, step -> false);
  }

  /**
   * Does long work and shows its progress. When a registry wants to know who asks, it is done once
   * more with this user's credentials for it: a request that was refused has left nothing behind.
   *
   * @param taken returns whether it took a step, which is then not shown
   */
  public <T> T work(Route route, Content content, Class<T> type, Predicate<Progress> taken) {
    while (true) {
      try {
        return once(route, content, type, taken);
      } catch (ApiException e) {
        if (!RegistryCredentials.answered(this, route, e.problem())) {
          throw e;
        }
      }
    }
  }

  /** Runs an action for each positional argument, like {@link #forEach(List, Consumer)}. */
  public int forEach(Consumer<String> action) {
    return forEach(arguments.positional(), action);
  }

  /**
   * Runs an action for each name and continues after a failure.
   *
   * @return the exit code of the first failure, 0 when there was none
   */
  public int forEach(List<String> names, Consumer<String> action) {
    int exit = Exit.OK;
    for (String name : names) {
      try {
        action.accept(name);
      } catch (ApiException e) {
        ErrorCode code = e.problem().code();
        if (code == ErrorCode.DAEMON_UNREACHABLE || names.size() == 1) {
          throw e;
        }
        ProblemText.print(console, e.problem());
        exit = exit == Exit.OK ? code.exitCode() : exit;
      }
    }
    return exit;
  }

  /** Returns how to show long work. */
  public ProgressView progress() {
    return quiet() ? ProgressView.none() : ProgressView.of(console);
  }

  /** Leaves a clean screen when the user interrupts what is shown. */
  public Interrupts.Handle cleared(ProgressView view) {
    Runnable clear =
        () -> {
          view.close();
          console.interrupted();
        };
    return environment.interrupts().handle(clear, Duration.ZERO);
  }

  private <T> T once(Route route, Content content, Class<T> type, Predicate<Progress> taken) {
    try (ProgressView view = progress();
        Interrupts.Handle _ = cleared(view)) {
      return daemon()
          .work(
              route,
              content,
              type,
              step -> {
                if (!taken.test(step)) {
                  view.show(step);
                }
              });
    }
  }
}
