package dev.otters.cli;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.cli.client.Environment;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Grammar;
import dev.otters.cli.command.Help;
import dev.otters.cli.command.Nearest;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.console.Style;
import dev.otters.cli.console.Yaml;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs the command that a command line names. */
public final class Cli {
  private final Environment environment;
  private final Console console;
  private @Nullable RunnableCommand runnable;

  private Cli(Environment environment, Console console) {
    this.environment = environment;
    this.console = console;
  }

  /**
   * Runs a command line and returns its exit code. Failures outside of this program never throw.
   */
  public static int run(List<String> words, Environment environment, Console console) {
    if (!words.isEmpty() && words.getFirst().equals(Completion.WORD)) {
      return Completion.run(words.subList(1, words.size()), environment, console);
    }
    int code = new Cli(environment, console).run(words);
    return code == ExitCodes.OK && console.loss().isPresent() ? lost(console) : code;
  }

  /** Fails a command whose result could not be written. */
  private static int lost(Console console) {
    console.note(
        console.styled(Style.RED, "otters: ")
            + "cannot write to standard output: "
            + Console.harmless(console.loss().orElseThrow()));
    return ExitCodes.FAILED;
  }

  private int run(List<String> words) {
    boolean debug = words.contains("--debug");
    try {
      return dispatch(CommandLine.split(words));
    } catch (UsageException e) {
      return usage(e, debug);
    } catch (ApiException e) {
      return failed(e, e.problem(), words, debug);
    } catch (IOException | UncheckedIOException e) {
      String message = Objects.requireNonNullElse(e.getMessage(), e.getClass().getSimpleName());
      return failed(e, Problem.of(ErrorCode.INTERNAL, message, null), words, debug);
    } catch (RuntimeException e) {
      String title = "internal error: " + e;
      return failed(
          e,
          Problem.of(ErrorCode.INTERNAL, title, "Report it with the output of --debug."),
          words,
          debug);
    }
  }

  private int dispatch(CommandLine line) throws IOException {
    if (line.version()) {
      console.line("otters " + environment.version());
      return ExitCodes.OK;
    }
    Optional<RunnableCommand> found = line.command();
    if (found.isEmpty()) {
      return other(line);
    }
    runnable = found.get();
    Command command = runnable.command();
    Arguments arguments = Grammar.parse(command, line.rest());
    if (arguments.has("--help")) {
      console.text(Help.of(command));
      return ExitCodes.OK;
    }
    Invocation invocation = new Invocation(arguments, environment, console);
    return runnable.run(invocation);
  }

  /** Shows the help of the program or of a group of commands. Throws for any other word. */
  private int other(CommandLine line) {
    List<String> words = line.words();
    if (words.isEmpty()) {
      console.text(Help.of(Catalogue.all()));
      return ExitCodes.OK;
    }
    String first = words.getFirst();
    List<Command> members = Catalogue.beginningWith(first);
    if (!members.isEmpty() && words.size() == 1) {
      console.text(Help.of(first, members));
      return ExitCodes.OK;
    }
    String group = members.isEmpty() ? "" : first;
    String word = members.isEmpty() ? first : words.get(1);
    String name = (group + " " + word).strip();
    String suggestion =
        Nearest.of(word, Catalogue.words(group))
            .map(near -> "Did you mean 'otters " + (group + " " + near).strip() + "'?")
            .orElse(null);
    throw new UsageException("'" + name + "' is not a command", suggestion, null);
  }

  private int usage(UsageException e, boolean debug) {
    console.note(console.styled(Style.RED, "otters: ") + Console.harmless(e.text()));
    if (e.suggestion() != null) {
      console.note("  " + Console.harmless(e.suggestion()));
    }
    Command given = runnable == null ? null : runnable.command();
    Command about = e.command() == null ? given : e.command();
    if (e.command() != null) {
      console.note("  Usage: " + e.command().synopsis());
    }
    console.note("  See 'otters " + (about == null ? "" : about.name() + " ") + "--help'.");
    trace(e, debug);
    return ExitCodes.USAGE;
  }

  private int failed(Exception e, Problem problem, List<String> words, boolean debug) {
    if (runnable == null || printsDocuments(runnable.command())) {
      CommandLine.document(words)
          .ifPresent(format -> console.line(document(format, Map.of("problem", problem))));
    }
    ProblemText.print(console, problem);
    trace(e, debug);
    return runnable == null ? problem.code().exitCode() : runnable.exitCode(problem);
  }

  /** Returns false for a command whose program can have an option with this name. */
  private static boolean printsDocuments(Command command) {
    return command.options().stream().anyMatch(option -> option.key().equals("--output"));
  }

  private static String document(String format, Object value) {
    return format.equals("yaml") ? Yaml.write(value) : Json.pretty(value);
  }

  private void trace(Exception e, boolean debug) {
    if (debug) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      console.note(text.toString());
    }
  }
}
