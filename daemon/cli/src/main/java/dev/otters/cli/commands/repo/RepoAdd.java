package dev.otters.cli.commands.repo;

import dev.otters.api.repo.RepoRequest;
import dev.otters.api.repo.RepoView;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;

final class RepoAdd implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("repo add", Group.AGENTS, "Clone a git repository for an agent")
        .details(
            "The agent has it at /workspace/repos/NAME when no turn runs, and can change it with"
                + " --rw only. It has one commit,"
                + " without those before it, until 'otters repo refresh'. With its first repository"
                + " a running agent gets a new sandbox. Ctrl-C leaves nothing.")
        .arguments(
            SessionCommands.AGENT,
            RepoCommands.NAME,
            Argument.one("URL", "https or file URL, without user and password"))
        .options(
            Option.one("REF", "Branch, tag or id of a commit", "--ref"),
            Option.one("VAULT", "Vault whose value is the password", "--vault"),
            Option.one("USER", "User name for the password (git)", "--user"),
            Option.flag("Let the agent change the files", "--rw"),
            Invocation.OUTPUT)
        .example(
            "otters repo add guide docs https://git.example.com/team/docs.git",
            "Clone the branch that the repository chooses")
        .example(
            "otters repo add guide code https://git.example.com/team/code.git --ref v2 --vault git",
            "Clone a tag of a private repository");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    String name = given.positional().get(1);
    RepoRequest request =
        new RepoRequest(
            given.positional().get(2),
            given.one("--ref").orElse(null),
            given.one("--vault").orElse(null),
            given.one("--user").orElse(null),
            given.has("--rw"));
    Route route = RepoCommands.repo(given.first(), name);
    return print(invocation, work(invocation, route, new Content.Message(request)));
  }

  /** Clones, and shows why that takes its time. */
  static RepoView work(Invocation invocation, Route route, Content content) {
    return invocation.work(
        route,
        content,
        RepoView.class,
        step -> {
          boolean notice = step.phase().equals("notice");
          if (notice) {
            invocation.console().note(Console.harmless("note: " + step.item()));
          }
          return notice;
        });
  }

  static int print(Invocation invocation, RepoView repo) {
    return invocation.print(
        repo,
        () -> invocation.console().line(Console.harmless(repo.path() + " is at " + repo.commit())));
  }
}
