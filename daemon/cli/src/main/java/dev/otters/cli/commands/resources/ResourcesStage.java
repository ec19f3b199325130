package dev.otters.cli.commands.resources;

import dev.otters.api.durable.StageRequest;
import dev.otters.api.durable.StagedDraft;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;

final class ResourcesStage implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("resources stage", Group.AGENTS, "Copy a durable file to a draft")
        .details("A draft of the same file is kept, unless you replace it.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION, ResourceCommands.FILE)
        .options(
            Option.one("DRAFT", "Path of the draft (default the same)", "--as"),
            Option.flag("Replace what is there", "--overwrite"),
            Invocation.OUTPUT)
        .example("otters resources stage editor draft SOUL.md", "Let the session edit a copy");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    StagedDraft staged =
        invocation
            .daemon()
            .post(
                ResourceCommands.drafts(invocation),
                new StageRequest(
                    given.positional().get(2),
                    given.one("--as").orElse(null),
                    given.has("--overwrite")),
                StagedDraft.class);
    return invocation.print(
        staged,
        () ->
            invocation
                .console()
                .line(Console.harmless((staged.reused() ? "kept " : "staged ") + staged.path())));
  }
}
