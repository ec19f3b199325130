package dev.otters.cli.commands.agent;

import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.WaitResult;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.ForEach;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.local.OptionValues;
import java.time.Duration;
import java.util.List;

/** The commands that send one request for each named agent and print its name. */
final class LifecycleCommands {
  private static final int USUAL_SECONDS = 10;

  private static final Option TIMEOUT =
      Option.one("SECONDS", "Seconds to wait before killing it (default 10)", "-t", "--timeout");

  private LifecycleCommands() {}

  /** Returns the commands in the order of the help. */
  static List<RunnableCommand> all() {
    return List.of(
        new ForEach(
            of("start", "Start one or more stopped agents")
                .details(
                    "Returns when each agent is ready. The agent keeps its workspace and gets a new"
                        + " sandbox.")
                .example("otters start guide", "Start a stopped agent"),
            LifecycleCommands::start),
        new ForEach(
            of("stop", "Stop one or more running agents")
                .details(
                    "Keeps the workspace and the sessions. A running turn resumes after the next"
                        + " start.")
                .options(TIMEOUT)
                .example("otters stop guide", "Stop an agent")
                .example(
                    "otters stop -t 1 guide coder", "Stop two agents, each within a second or two"),
            LifecycleCommands::stop),
        new ForEach(
            of("restart", "Restart one or more agents")
                .details(
                    "Stops each agent as 'otters stop' does and starts it again. Returns when it is"
                        + " ready. A running turn resumes then. An agent that does not run is"
                        + " started.")
                .options(TIMEOUT)
                .example("otters restart guide", "Restart an agent")
                .example("otters restart -t 600 guide", "Let running turns take ten minutes more"),
            LifecycleCommands::restart),
        new ForEach(
            of("kill", "Kill one or more running agents")
                .details(
                    "Ends the sandbox at once, without asking the runtime. The agent stays stopped,"
                        + " whatever its restart policy. A running turn resumes after the next"
                        + " start.")
                .example("otters kill guide", "Kill an agent that does not stop"),
            LifecycleCommands::kill),
        new ForEach(
            of("wait", "Wait until one or more agents stop, and print their exit codes")
                .details(
                    "An agent that its restart policy starts again has not stopped. Prints 125 for"
                        + " an agent that could not be started.")
                .example("otters wait guide", "Wait until an agent stops"),
            LifecycleCommands::await),
        new Rename(),
        new ForEach(
            of("rm", "Remove one or more agents")
                .details(
                    "Removes the agent's sandbox, workspace and sessions. Use -f for a running"
                        + " agent. Mounted folders of the host are not touched.")
                .options(
                    Option.flag("Stop a running agent first", "-f", "--force"),
                    Option.flag("Keep its folder on the disk", "--keep-workspace"))
                .example("otters rm guide", "Remove a stopped agent")
                .example("otters rm -f guide", "Remove an agent that may still run"),
            LifecycleCommands::remove));
  }

  private static Command of(String name, String summary) {
    return Command.of(name, Group.AGENTS, summary)
        .alias("agent " + name)
        .arguments(Argument.some("AGENT", "Name or id of the agent"));
  }

  private static void start(Invocation invocation, String name) {
    AgentView agent =
        invocation.work(Route.of("agents", name, "start"), Content.none(), AgentView.class);
    invocation.console().line(Console.harmless("started " + agent.name()));
  }

  private static int seconds(Invocation invocation) {
    return invocation
        .arguments()
        .one("--timeout")
        .map(t -> OptionValues.count("--timeout", t, 0))
        .orElse(USUAL_SECONDS);
  }

  private static void restart(Invocation invocation, String name) {
    Route route =
        Route.of("agents", name, "restart").with("grace", Integer.toString(seconds(invocation)));
    AgentView agent = invocation.work(route, Content.none(), AgentView.class);
    invocation.console().line(Console.harmless("restarted " + agent.name()));
  }

  private static void kill(Invocation invocation, String name) {
    invocation.daemon().post(Route.of("agents", name, "kill"), Duration.ZERO);
    invocation.console().line("killed " + name);
  }

  private static void await(Invocation invocation, String name) {
    WaitResult result =
        invocation.daemon().look(Route.of("agents", name, "wait"), WaitResult.class);
    invocation.console().line(Integer.toString(result.exitCode()));
  }

  private static void stop(Invocation invocation, String name) {
    int seconds = seconds(invocation);
    Route route = Route.of("agents", name, "stop").with("grace", Integer.toString(seconds));
    invocation.daemon().post(route, Duration.ofSeconds(seconds));
    invocation.console().line("stopped " + name);
  }

  private static void remove(Invocation invocation, String name) {
    Route route =
        Route.of("agents", name)
            .when(invocation.arguments().has("--force"), "force")
            .when(invocation.arguments().has("--keep-workspace"), "keep-workspace");
    invocation.daemon().delete(route);
    invocation.console().line("removed " + name);
  }
}
