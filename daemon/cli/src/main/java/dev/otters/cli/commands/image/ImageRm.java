package dev.otters.cli.commands.image;

import dev.otters.api.RemovalResult;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

record ImageRm(ImageKind kind) implements RunnableCommand {
  @Override
  public Command command() {
    boolean agent = kind == ImageKind.AGENT;
    Command command =
        kind.command("rm", "Remove one or more " + kind.title() + "s")
            .alias(agent ? new String[] {"rmi", "image remove"} : new String[] {"bin remove"})
            .details(
                """
                Removes the reference, and the data that no other reference uses. REF can be the
                start of a digest; an image with several references then needs -f. Agents that use
                the image keep working.\
                """)
            .arguments(Argument.some("REF", "Reference of the image, or the start of its digest"))
            .options(
                Option.flag(
                    "Remove all references of a digest, even if an agent uses it", "-f", "--force"),
                Invocation.OUTPUT)
            .example("otters " + kind.word() + " rm " + kind.sample(), "Remove an image");
    return agent
        ? command.example("otters rmi f12700ac6eba", "Remove an image by the start of its digest")
        : command;
  }

  @Override
  public int run(Invocation invocation) {
    List<Map<String, String>> removed = new ArrayList<>();
    int exit =
        invocation.forEach(
            invocation.arguments().positional().stream().distinct().toList(),
            ref ->
                remove(invocation, ref).refs().forEach(gone -> removed.add(Map.of("ref", gone))));
    if (invocation.json()) {
      invocation.printJson(removed);
    }
    return exit;
  }

  private RemovalResult remove(Invocation invocation, String ref) {
    Route route =
        kind.route().with("ref", ref).when(invocation.arguments().has("--force"), "force");
    RemovalResult result = invocation.daemon().delete(route, RemovalResult.class);
    if (!invocation.json()) {
      result.refs().forEach(gone -> invocation.console().line(Console.harmless("removed " + gone)));
    }
    return result;
  }
}
