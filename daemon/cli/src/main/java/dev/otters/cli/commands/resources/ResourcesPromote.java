package dev.otters.cli.commands.resources;

import dev.otters.api.durable.DraftComparison;
import dev.otters.api.durable.DurableFileList;
import dev.otters.api.durable.PromoteFile;
import dev.otters.api.durable.PromoteRequest;
import dev.otters.cli.client.Content;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.session.SessionCommands;
import dev.otters.cli.console.Console;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

final class ResourcesPromote implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("resources promote", Group.AGENTS, "Write a draft to its durable file")
        .details(
            "Writes the draft if it and the durable file are as you expect them to be. Without an"
                + " expectation, shows on a terminal how they differ, and asks. The next turn of"
                + " the agent reads the file.")
        .arguments(SessionCommands.AGENT, SessionCommands.SESSION, ResourceCommands.DRAFT)
        .options(
            ResourceCommands.TO,
            Option.one("SHA256", "Hash that the draft must have", "--draft-hash"),
            Expectation.VERSION,
            Expectation.HASH,
            Expectation.ABSENT,
            Expectation.YES,
            Option.flag(
                "Write it also if the outcome of the session is not met", "--no-outcome-gate"),
            Invocation.OUTPUT)
        .example("otters resources promote editor draft SOUL.md", "Show the difference, and ask")
        .example(
            "otters resources promote editor draft SOUL.md --expect-version 7 --draft-hash 3f2a…",
            "Write what you have compared before");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Expectation expected = Expectation.of(invocation.arguments(), command());
    Optional<String> hash = invocation.arguments().one("--draft-hash");
    boolean ask = expected.isEmpty();
    if (!ask && hash.isEmpty() && !invocation.arguments().has("--yes")) {
      throw new UsageException(
          "nothing says what the draft must be",
          "Give --draft-hash, or --yes to write what is there.",
          command());
    }
    DraftComparison compared = ResourcesCompare.compare(invocation);
    if (ask) {
      if (!agreed(invocation, compared)) {
        invocation.console().note("nothing was written");
        return ExitCodes.FAILED;
      }
      expected = Expectation.current(compared.current());
    }
    PromoteFile file =
        new PromoteFile(
            compared.draft(),
            compared.file(),
            hash.orElse(compared.sha256()),
            expected.version(),
            expected.hash(),
            expected.absent());
    DurableFileList written =
        invocation
            .daemon()
            .postChecked(
                ResourceCommands.drafts(invocation, "promote"),
                new Content.Message(
                    new PromoteRequest(
                        List.of(file), invocation.arguments().has("--no-outcome-gate"))),
                DurableFileList.class);
    return ResourceCommands.printWritten(invocation, written, written.files());
  }

  private boolean agreed(Invocation invocation, DraftComparison compared) throws IOException {
    if (invocation.arguments().has("--yes")) {
      return true;
    }
    Console console = invocation.console();
    if (!console.terminal().in() || !console.terminal().err()) {
      throw Expectation.missing(command());
    }
    console.noteText(Console.harmless(ResourcesCompare.text(compared)));
    return console.agrees(Console.harmless("Write it to " + compared.file() + "? [y/N] "));
  }
}
