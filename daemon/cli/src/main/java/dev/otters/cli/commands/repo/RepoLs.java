package dev.otters.cli.commands.repo;

import dev.otters.api.repo.RepoList;
import dev.otters.api.repo.RepoView;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

final class RepoLs implements RunnableCommand {
  private static final int SHORT = 12;

  @Override
  public Command command() {
    return Command.of("repo ls", Group.AGENTS, "List the git repositories of an agent")
        .alias("repo list")
        .arguments(SessionCommands.AGENT)
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters repo ls guide", "List the repositories, with their commits");
  }

  @Override
  public int run(Invocation invocation) {
    List<RepoView> found =
        invocation
            .daemon()
            .get(RepoCommands.repos(invocation.arguments().first()), RepoList.class)
            .repos();
    return invocation.list(found, found, RepoView::name, () -> table(found, invocation.uncut()));
  }

  private static Table table(List<RepoView> repos, boolean whole) {
    Table table = new Table("NAME", "COMMIT", "REF", "ACCESS", "CLONED", "FILES", "SIZE", "URL");
    for (RepoView repo : repos) {
      table.row(
          repo.name(),
          whole ? repo.commit() : repo.commit().substring(0, SHORT),
          Objects.requireNonNullElse(repo.ref(), "-"),
          repo.rw() ? "rw" : "ro",
          Times.ago(repo.clonedAt(), Instant.now()),
          Long.toString(repo.files()),
          Sizes.of(repo.bytes()),
          repo.url());
    }
    return table;
  }
}
