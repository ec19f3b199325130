package dev.otters.cli.commands;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Progress;
import dev.otters.cli.client.Connector;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.Environment;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Option;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.console.ProgressView;
import dev.otters.cli.console.Table;
import dev.otters.cli.local.UserPaths;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One invocation of a command: its arguments, its console, and the daemon, to which it connects on
 * first use.
 */
public final class Invocation {
  /** The output format, of all commands that can print JSON. */
  public static final Option OUTPUT =
      Option.one(
          "FORMAT",
          "Output format: text, wide (all columns, uncut), json or yaml",
          "-o",
          "--output");

  /** The option of commands that list or show things, and print each with a template. */
  public static final Option FORMAT = Option.one("TEMPLATE", Output.TEMPLATE, "--format");

  /** The same option with Docker's short name, where {@code -f} has no other meaning. */
  public static final Option SHORT_FORMAT =
      Option.one("TEMPLATE", Output.TEMPLATE, "-f", "--format");

  /** The option of listings that can print only ids. */
  public static final Option QUIET = Option.flag("Print only ids", "-q", "--quiet");

  /** The option of listings that cut long cells. */
  public static final Option NO_TRUNC = Option.flag("Do not cut long cells", "--no-trunc");

  /** Names the session whose own sandbox is meant. */
  public static final Option SESSION =
      Option.one("SESSION", "Use the sandbox of this session", "-s", "--session");

  private final Arguments arguments;
  private final Environment environment;
  private final Console console;
  private final Output output;
  private @Nullable Daemon daemon;

  /** Creates the environment of a command. Throws when its output format is wrong. */
  public Invocation(Arguments arguments, Environment environment, Console console) {
    this.arguments = arguments;
    this.environment = environment;
    this.console = console;
    this.output = Output.of(arguments);
  }

  public Arguments arguments() {
    return arguments;
  }

  public Environment environment() {
    return environment;
  }

  public Console console() {
    return console;
  }

  public Daemon daemon() {
    if (daemon == null) {
      daemon = connector().connect();
    }
    return daemon;
  }

  /** Returns the daemon if it runs; does not start it. */
  public Optional<Daemon> runningDaemon() {
    if (daemon == null) {
      daemon = connector().connectIfRunning().orElse(null);
    }
    return Optional.ofNullable(daemon);
  }

  /** Starts the daemon again if it is gone and this command may start one; else does nothing. */
  public void revive() {
    try {
      var _ = connector().connect();
    } catch (ApiException _) {
      // The command goes on waiting, and says so.
    }
  }

  public Connector connector() {
    return new Connector(environment, arguments.one("--host"), !arguments.has("--no-daemon-start"));
  }

  /** Returns whether to print the data of the result: as JSON, as YAML or with a template. */
  public boolean json() {
    return output instanceof Output.Data;
  }

  /** Returns whether to print the data of the result as YAML. */
  public boolean yaml() {
    return output instanceof Output.YamlDocument;
  }

  /** Returns whether listings show all columns, uncut. */
  public boolean wide() {
    return output instanceof Output.Wide;
  }

  /** Returns whether to print text where scripts get JSON. */
  public boolean readable() {
    return arguments.has("--output") ? !json() : !json() && console.terminal().out();
  }

  /** Adds the session whose own sandbox is meant, if the operator names one. */
  public Route ofSession(Route route) {
    return arguments.one("--session").map(session -> route.with("session", session)).orElse(route);
  }

  /** Returns whether to print only ids. */
  public boolean quiet() {
    return arguments.has("--quiet");
  }

  /** Returns whether to print long cells uncut. */
  public boolean uncut() {
    return arguments.has("--no-trunc") || wide();
  }

  /** Returns the resolver of paths. */
  public UserPaths places() {
    return new UserPaths(environment.folder(), environment.home());
  }

  /** Prints a result as data: as JSON unless another format was requested. */
  public int printJson(Object value) {
    Output.Data data = output instanceof Output.Data given ? given : new Output.JsonDocument();
    data.print(console, value, uncut());
    return ExitCodes.OK;
  }

  /** Prints a result as data, or with an action as text. */
  public int print(Object result, Runnable text) {
    if (json()) {
      return printJson(result);
    }
    text.run();
    return ExitCodes.OK;
  }

  /**
   * Prints one of many results that follow each other: as data on a line of its own, or as text.
   */
  public void printElement(Object result, Runnable text) {
    if (output instanceof Output.Data data) {
      data.printElement(console, result);
    } else {
      text.run();
    }
  }

  /** Prints a result like {@link #print(Object, Runnable)}, but its rows with a template. */
  public int print(Object result, List<?> rows, Runnable text) {
    return print(arguments.has("--format") ? rows : result, text);
  }

  /**
   * Prints a listing as data, as a table or, with {@code --quiet}, as ids.
   *
   * @param result the whole document; templates are applied to each row instead
   * @param id returns the id of a row
   */
  public <T> int list(Object result, List<T> rows, Function<T, String> id, Supplier<Table> table) {
    return print(
        result,
        rows,
        () -> {
          if (quiet()) {
            rows.forEach(row -> console.line(Console.harmless(id.apply(row))));
          } else {
            table.get().print(console, uncut());
          }
        });
  }

  /** Runs long work and shows its progress. */
  public <T> T work(Route route, Content content, Class<T> type) {
    return work(route, content, type, step -> false);
  }

  /**
   * Runs long work and shows its progress. If a registry asks for credentials, the request is
   * repeated with this user's; a refused request has no effect.
   *
   * @param taken returns whether it consumed a step, which is then not shown
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
    int exit = ExitCodes.OK;
    for (String name : names) {
      try {
        action.accept(name);
      } catch (ApiException e) {
        ErrorCode code = e.problem().code();
        if (code == ErrorCode.DAEMON_UNREACHABLE || names.size() == 1) {
          throw e;
        }
        ProblemText.print(console, e.problem());
        exit = exit == ExitCodes.OK ? code.exitCode() : exit;
      }
    }
    return exit;
  }

  /** Returns the progress display. */
  public ProgressView progress() {
    return quiet() ? ProgressView.none() : ProgressView.of(console);
  }

  /** Clears a progress display when the user interrupts. */
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
