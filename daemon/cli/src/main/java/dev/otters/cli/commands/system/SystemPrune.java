package dev.otters.cli.commands.system;

import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.image.PruneResult;
import dev.otters.api.system.NetworkPruneResult;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

final class SystemPrune implements RunnableCommand {
  /** The output of {@code --output json}. */
  record Pruned(List<String> agents, List<String> images, List<String> networks, long bytes) {}

  @Override
  public Command command() {
    return Command.of("system prune", Group.SYSTEM, "Remove stopped agents and unused image data")
        .details(
            "Removes agents that are stopped or failed, with their workspaces and sessions, and"
                + " image data that no reference and no agent uses, and the bridge network of this"
                + " home if no agent has it. With -a, also removes all"
                + " images that no agent uses, except those that came with otters. Lists everything"
                + " on a terminal and asks first; elsewhere it needs -f.")
        .options(
            Option.flag("Remove all images that no agent uses", "-a", "--all"),
            Option.flag("Do not ask for confirmation", "-f", "--force"),
            Invocation.OUTPUT)
        .example("otters system prune", "See what would be removed, and remove it")
        .example("otters system prune -a -f", "Free as much space as possible without a question");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Map<String, String> ids = ended(invocation);
    List<String> agents = List.copyOf(ids.keySet());
    if (!invocation.arguments().has("--force") && !agreed(invocation, agents)) {
      invocation.console().note("nothing was removed");
      return ExitCodes.FAILED;
    }
    List<String> removed = new ArrayList<>();
    int exit =
        invocation.forEach(
            agents,
            name -> {
              invocation.daemon().delete(Route.of("agents", ids.getOrDefault(name, name)));
              removed.add(name);
            });
    PruneResult images = images(invocation, false);
    List<String> networks = networks(invocation, false);
    Pruned pruned = new Pruned(removed, images.images(), networks, images.bytes());
    invocation.print(pruned, () -> print(invocation.console(), pruned));
    return exit;
  }

  /**
   * Returns the names of the agents with their ids: a name may change hands during the question.
   */
  private static Map<String, String> ended(Invocation invocation) {
    return invocation
        .daemon()
        .get(Route.of("agents").when(true, "all"), AgentList.class)
        .agents()
        .stream()
        .filter(agent -> !agent.state().status().running())
        .collect(
            Collectors.toMap(
                AgentSummary::name, AgentSummary::id, (one, _) -> one, LinkedHashMap::new));
  }

  private static PruneResult images(Invocation invocation, boolean dryRun) {
    Route route =
        Route.of("images", "prune")
            .when(invocation.arguments().has("--all"), "all")
            .when(dryRun, "dry-run");
    return invocation.daemon().post(route, PruneResult.class);
  }

  private static List<String> networks(Invocation invocation, boolean dryRun) {
    Route route = Route.of("networks", "prune").when(dryRun, "dry-run");
    return invocation.daemon().post(route, NetworkPruneResult.class).networks();
  }

  private boolean agreed(Invocation invocation, List<String> agents) throws IOException {
    Console console = invocation.console();
    if (!console.terminal().in() || !console.terminal().err()) {
      throw new UsageException(
          "cannot ask for confirmation without a terminal", "Give -f to remove.", command());
    }
    PruneResult images = images(invocation, true);
    agents.forEach(
        name ->
            console.note(
                Console.harmless(
                    "would remove agent " + name + " with its workspace and sessions")));
    images.images().forEach(ref -> console.note(Console.harmless("would remove image " + ref)));
    networks(invocation, true)
        .forEach(name -> console.note(Console.harmless("would remove network " + name)));
    console.note("would free " + Sizes.of(images.bytes()) + " of image data");
    return console.agrees("Remove all this? [y/N] ");
  }

  private static void print(Console console, Pruned pruned) {
    pruned.agents().forEach(name -> console.line(Console.harmless("removed agent " + name)));
    pruned.images().forEach(ref -> console.line(Console.harmless("removed image " + ref)));
    pruned.networks().forEach(name -> console.line(Console.harmless("removed network " + name)));
    console.line("reclaimed " + Sizes.of(pruned.bytes()) + " of image data");
  }
}
