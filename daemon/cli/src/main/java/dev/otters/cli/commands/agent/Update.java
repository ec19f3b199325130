package dev.otters.cli.commands.agent;

import dev.otters.api.Progress;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.HostChanges;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import dev.otters.cli.local.KeyValues;
import java.util.Set;

/** Changes an agent that exists. */
final class Update implements RunnableCommand {
  /** The options that change nothing themselves. */
  private static final Set<String> NO_CHANGES = Set.of("--output", "--allow-sensitive");

  @Override
  public Command command() {
    return Command.of("update", Group.AGENTS, "Change an agent that exists")
        .alias("agent update")
        .details(
            """
            The agent keeps its id, its sessions and its workspace. All changes of a command are made, or none.

            The model, CONFIG values, budgets, labels and the restart policy apply from the next turn on. A larger
            budget also resumes the turns that the old one stopped. The image, variables, mounts, limits, hosts,
            model-endpoint and max-parallel-turns need a new sandbox: the command waits until no turn is running and
            then starts the agent again. If it does not start, its old settings are restored. A stopped agent has
            all changes from its next start on.

            'otters rename' changes the name. An agent without a network gets the network "egress" with its first
            host. Otherwise, the network and the executor of an agent never change; run another agent for that.\
            """)
        .arguments(Argument.one("AGENT", "Name or id of the agent"))
        .options(
            Option.one(
                "IMAGE", "Agent image to run from now on, pulled if it is missing", "--image"),
            Option.one("PROVIDER/MODEL", "Model to use", "--model"),
            RunOptions.CONFIG,
            RunOptions.BUDGET,
            RunOptions.GRANT,
            SessionCommands.CONTEXT_ID,
            RunOptions.MODEL_ENDPOINT,
            RunOptions.ENV,
            RunOptions.ENV_FILE,
            Option.many("KEY", "Remove an environment variable that you gave it", "--env-rm"),
            RunOptions.MOUNT,
            Option.many("TARGET", "Remove a mount", "--mount-rm"),
            RunOptions.SENSITIVE,
            RunOptions.ALLOW_HOST,
            Option.many("RULE", "Remove a host that the agent may reach", "--allow-host-rm"),
            Option.many("KEY=VALUE", "Label of the agent", "--label"),
            Option.many("KEY", "Remove a label that you gave it", "--label-rm"),
            RunOptions.MEMORY,
            RunOptions.CPUS,
            RunOptions.PIDS,
            RunOptions.SHM,
            RunOptions.RESTART,
            Invocation.OUTPUT)
        .example(
            "otters update --model openai/gpt-5 guide", "Use another model from the next turn on")
        .example("otters update --budget agent-tokens=2000000 guide", "Raise a budget")
        .example(
            "otters update -e LEVEL=debug --env-rm TOKEN --memory 2g guide",
            "Change variables and a limit; the agent gets a new sandbox")
        .example("otters update --image guide:2 guide", "Run a newer image in the same agent")
        .example(
            "otters update --allow-host api.example.com guide", "Let the agent reach another host")
        .example("otters update -v ./docs:/docs:ro guide", "Add or replace a mount");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    if (NO_CHANGES.containsAll(given.options().keySet())) {
      throw new UsageException(
          "nothing to change is given", "Give at least one option with a new value.", command());
    }
    Route route = Route.of("agents", given.first(), "update");
    AgentView agent =
        invocation.work(
            route,
            new Content.Message(request(invocation)),
            AgentView.class,
            step -> note(invocation, step));
    return invocation.print(agent, () -> print(invocation.console(), agent));
  }

  private static UpdateRequest request(Invocation invocation) {
    Arguments given = invocation.arguments();
    return new UpdateRequest(
        given.one("--image").orElse(null),
        given.one("--model").orElse(null),
        RunOptions.environment(invocation),
        given.many("--env-rm"),
        RunOptions.mounts(invocation),
        given.many("--mount-rm"),
        given.has("--allow-sensitive"),
        RunOptions.limits(given),
        KeyValues.labels(given.many("--label")),
        given.many("--label-rm"),
        RunOptions.restart(given),
        RunOptions.configs(given),
        new HostChanges(given.many("--allow-host"), given.many("--allow-host-rm")));
  }

  private static boolean note(Invocation invocation, Progress step) {
    boolean notice = step.phase().equals("notice");
    if (notice) {
      invocation.console().note(Console.harmless("note: " + step.item()));
    }
    return notice;
  }

  private static void print(Console console, AgentView agent) {
    boolean stopped = !agent.state().status().running();
    console.line(
        Console.harmless(
            "updated " + agent.name() + (stopped ? ", in force from its next start on" : "")));
  }
}
