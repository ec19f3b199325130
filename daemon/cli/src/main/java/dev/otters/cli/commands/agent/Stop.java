package dev.otters.cli.commands.agent;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.local.OptionValues;
import java.time.Duration;

final class Stop implements RunnableCommand {
  private static final int USUAL_SECONDS = 10;

  @Override
  public Command command() {
    return Command.of("stop", Group.AGENTS, "Stop one or more running agents")
        .alias("agent stop")
        .details(
            "Keeps the workspace and the sessions. A running turn resumes after the next start.")
        .arguments(Argument.some("AGENT", "Name or id of the agent"))
        .options(
            Option.one(
                "SECONDS", "Seconds to wait before killing it (default 10)", "-t", "--timeout"))
        .example("otters stop guide", "Stop an agent")
        .example("otters stop -t 1 guide coder", "Stop two agents, each within a second or two");
  }

  @Override
  public int run(Invocation invocation) {
    int seconds =
        invocation
            .arguments()
            .one("--timeout")
            .map(t -> OptionValues.count("--timeout", t, 0))
            .orElse(USUAL_SECONDS);
    return invocation.forEach(
        name -> {
          Route route = Route.of("agents", name, "stop").with("grace", Integer.toString(seconds));
          invocation.daemon().post(route, Duration.ofSeconds(seconds));
          invocation.console().line("stopped " + name);
        });
  }
}
