package dev.otters.cli.commands.agent;

import dev.otters.api.Problem;
import dev.otters.api.bin.BinRunRequest;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RegistryCredentials;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.local.OptionValues;
import java.io.IOException;
import java.util.List;

/** Runs a tool in a sandbox of its own. */
final class BinRun implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("bin run", Group.BINS, "Run a tool in a sandbox of its own")
        .details(
            "The sandbox is as closed as an agent's: a read-only root, an unprivileged user and no"
                + " network. It contains the tool and the mounts, and disappears when the tool"
                + " ends. The tool starts in an empty /workspace. Options after REF belong to the"
                + " tool.\n\n"
                + "The exit code is that of the tool: 128 plus the number of a signal that ended"
                + " it, 124 if its time is over, 127 or 126 if it cannot be run. It is 125 if"
                + " otters itself fails. The tool is killed when otters ends first.")
        .arguments(Argument.program("REF", "The BIN image, and the arguments of its tool"))
        .options(
            Option.flag("Pass on standard input", "-i", "--interactive"),
            RunOptions.ENV,
            RunOptions.ENV_FILE,
            RunOptions.MOUNT,
            RunOptions.NETWORK,
            RunOptions.ALLOW_HOST,
            RunOptions.MEMORY,
            RunOptions.CPUS,
            RunOptions.PIDS,
            RunOptions.PULL,
            RunOptions.EXECUTOR,
            RunOptions.USER,
            RunOptions.SENSITIVE,
            Option.one("TIME", "Kill the tool after this time (default 1h)", "--timeout"))
        .example("otters bin run -i otters/tools/jq .name <package.json", "Filter a file")
        .example(
            "otters bin run -v .:src:ro otters/tools/rg error src", "Search in a mounted folder");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    List<String> words = given.positional();
    int first = words.size() > 1 && words.get(1).equals("--") ? 2 : 1;
    BinRunRequest request =
        new BinRunRequest(
            given.first(),
            words.subList(first, words.size()),
            RunOptions.environment(invocation),
            RunOptions.mounts(invocation),
            RunOptions.limits(given),
            RunOptions.sandbox(given),
            RunOptions.pull(given),
            given
                .one("--timeout")
                .map(time -> OptionValues.seconds("--timeout", time))
                .orElse(null));
    Route route = RegistryCredentials.asked(invocation, Route.of("bins", "run"), given.first());
    return new ProgramCall(invocation, given.has("--interactive"), false).run(route, request);
  }

  @Override
  public int exitCode(Problem problem) {
    return ProgramCall.FAILED;
  }
}
