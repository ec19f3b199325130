package dev.otters.cli.commands.agent;

import dev.otters.api.Problem;
import dev.otters.api.agent.ExecRequest;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.RawTerminal;
import dev.otters.cli.local.KeyValues;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs a program in the sandbox of an agent. */
final class Exec implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("exec", Group.AGENTS, "Run a program in the sandbox of a running agent")
        .alias("agent exec")
        .details(
            "The program runs as the agent's user with the agent's limits, mounts and network. A"
                + " name without a slash is searched in /opt/bins, where the agent's tools are."
                + " Options after AGENT belong to the program.\n\n"
                + "The exit code is that of the program: 127 if it does not exist, 126 if it is not"
                + " executable, 128 plus the number of a signal that ended it. It is 125 if otters"
                + " itself fails, and 2 if the command line is invalid: -it needs a terminal as"
                + " standard input. The program is killed when otters ends first.")
        .arguments(
            Argument.one("AGENT", "Name or id of the agent"),
            Argument.program("PROGRAM", "The program and its arguments"))
        .options(
            Option.flag("Pass on standard input", "-i", "--interactive"),
            Option.flag("Give the program a terminal", "-t", "--tty"),
            Option.many("KEY=VALUE", "Set a variable of the program", "-e", "--env"),
            Invocation.SESSION,
            Option.one(
                "DIR", "Working folder in the sandbox (default /workspace)", "-w", "--workdir"))
        .example("otters exec guide sh -c 'ls /workspace'", "Run a command of the agent's shell")
        .example("otters exec -it guide sh", "Open a shell in the sandbox")
        .example("otters exec -i guide sh -c 'cat >notes' <notes", "Send a file to the sandbox");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    boolean terminal = given.has("--tty");
    if (terminal && given.has("--interactive") && !invocation.console().terminal().in()) {
      throw UsageException.of(
          "standard input is not a terminal", "Leave out -t, or run the command in a terminal.");
    }
    ExecRequest request = request(invocation, size(terminal));
    Route route = invocation.ofSession(Route.of("agents", given.first(), "exec"));
    return new ProgramCall(invocation, given.has("--interactive"), terminal).run(route, request);
  }

  @Override
  public int exitCode(Problem problem) {
    return ProgramCall.FAILED;
  }

  private static ExecRequest.@Nullable Size size(boolean terminal) {
    if (!terminal) {
      return null;
    }
    List<Integer> size = RawTerminal.size();
    return new ExecRequest.Size(size.getFirst(), size.getLast());
  }

  private static ExecRequest request(Invocation invocation, ExecRequest.@Nullable Size size) {
    Arguments given = invocation.arguments();
    List<String> words = given.positional();
    List<String> program = words.subList(words.get(1).equals("--") ? 2 : 1, words.size());
    if (program.isEmpty()) {
      throw UsageException.of("missing PROGRAM after --", null);
    }
    Map<String, String> env =
        new KeyValues(invocation.environment().variables())
            .environment(List.of(), given.many("--env"));
    String folder = given.one("--workdir").orElse(null);
    if (folder != null && !folder.startsWith("/")) {
      throw UsageException.of(
          "--workdir '" + folder + "': expected an absolute path in the sandbox",
          "Write it with a leading slash, for example /workspace/" + folder + ".");
    }
    return new ExecRequest(program, env, folder, size);
  }
}
