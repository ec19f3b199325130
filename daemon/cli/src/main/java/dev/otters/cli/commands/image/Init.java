package dev.otters.cli.commands.image;

import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Writes a first Agentfile, a copy of an agent of the installation. */
final class Init implements RunnableCommand {
  private static final List<String> TEMPLATES =
      List.of("guide", "logs", "notebook", "release", "table");

  @Override
  public Command command() {
    return Command.of("init", Group.IMAGES, "Write a first, commented Agentfile")
        .details(
            """
            Writes ./Agentfile, and never replaces one. The templates are guide (questions about a
            code tree), logs (log triage with rg and jq), notebook (what a project's conversations
            learned), release (release notes from a git repository) and table (questions about CSV
            files with sqlite3).\
            """)
        .arguments(
            Argument.optional(
                "TEMPLATE", "guide, logs, notebook, release or table (default guide)"))
        .example("otters init", "Write an Agentfile for questions about a code tree")
        .example("otters init table", "Write an Agentfile for questions about CSV files");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    String template =
        invocation.arguments().positional().stream().findFirst().orElse(TEMPLATES.getFirst());
    if (!TEMPLATES.contains(template)) {
      throw UsageException.of(
          "there is no template '" + template + "'",
          "Use one of: " + String.join(", ", TEMPLATES) + ".");
    }
    Path distribution = invocation.environment().distribution();
    if (distribution == null) {
      throw UsageException.of(
          "the templates are part of the distribution, and this command is not",
          "Run bin/otters of the distribution.");
    }
    Path source = distribution.resolve("agentfiles").resolve(template).resolve("Agentfile");
    Path target = invocation.places().resolve("Agentfile");
    try {
      Files.writeString(target, text(source), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException _) {
      throw UsageException.of(
          target + " already exists", "Remove it, or write into another folder.");
    }
    invocation.console().line("wrote " + target);
    invocation
        .console()
        .line("  its first lines say how to run it; 'otters build --check' checks it");
    return 0;
  }

  /** Returns the text of a template. Its comments name this folder, and no scripted model. */
  private static String text(Path source) throws IOException {
    return Files.readString(source)
        .replaceAll(
            "(?m)^MODEL scripted/.*$",
            "# MODEL PROVIDER/NAME; without one, the first available model is used")
        .replaceAll("\\./agentfiles/[a-z]+", ".");
  }
}
