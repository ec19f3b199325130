package dev.otters.cli.commands.token;

import dev.otters.api.system.NewToken;
import dev.otters.api.system.TokenIssued;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.util.List;

final class TokenCreate implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("token create", Group.SYSTEM, "Create a token for an application")
        .details(
            "Prints a token that is bound to namespaces, once. It is valid for a year. With it, an"
                + " application can send messages to sessions whose grants are at or below these"
                + " namespaces, and watch and interrupt them, and nothing else. OTTERS_TOKEN has"
                + " the token for otters.")
        .options(
            Option.many("NAMESPACE", "Namespace to which the token is bound", "--root"),
            Invocation.OUTPUT)
        .example("otters token create --root app/tenant-a", "Create a token for one tenant");
  }

  @Override
  public int run(Invocation invocation) {
    List<String> roots = invocation.arguments().many("--root");
    if (roots.isEmpty()) {
      throw new UsageException(
          "no --root is given",
          "Name a namespace; for everything, use the operator's token.",
          command());
    }
    TokenIssued issued =
        invocation.daemon().post(Route.of("tokens"), new NewToken(roots), TokenIssued.class);
    return invocation.print(issued, () -> invocation.console().line(issued.token()));
  }
}
