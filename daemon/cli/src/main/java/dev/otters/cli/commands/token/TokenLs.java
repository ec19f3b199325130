package dev.otters.cli.commands.token;

import dev.otters.api.system.TokenList;
import dev.otters.api.system.TokenView;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;

final class TokenLs implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("token ls", Group.SYSTEM, "List the tokens of applications")
        .alias("token list")
        .options(Invocation.QUIET, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters token ls", "List all tokens");
  }

  @Override
  public int run(Invocation invocation) {
    List<TokenView> found = invocation.daemon().get(Route.of("tokens"), TokenList.class).tokens();
    return invocation.list(found, found, TokenView::id, () -> table(found));
  }

  private static Table table(List<TokenView> tokens) {
    Table table = new Table("ID", "ROOTS", "CREATED", "EXPIRES");
    for (TokenView token : tokens) {
      table.row(
          token.id(),
          String.join(", ", token.roots()),
          Times.ago(token.createdAt(), Instant.now()),
          token.expiresAt().toString());
    }
    return table;
  }
}
