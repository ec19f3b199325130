package dev.otters.cli.commands.image;

import dev.otters.api.Progress;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.OutputFile;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.ProgressView;
import dev.otters.cli.console.Sizes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

final class ImageSave implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("image save", Group.IMAGES, "Save images to a tar file")
        .alias("save")
        .details(
            """
            The file is an OCI image layout, which 'otters load' and other tools read. The RUNTIME
            and the BINs of an agent are separate images; add them for a machine without a network.\
            """)
        .arguments(Argument.some("REF", "Reference of an agent image or a BIN image"))
        .options(
            Option.one("FILE", "File to write (default - for standard output)", "-o", "--file"),
            Option.flag("Print nothing", "-q", "--quiet"),
            Option.one("FORMAT", "Output format: text, json or yaml", "--output"))
        .example("otters save -o guide.tar guide:latest tools/sh:1", "Save an agent and a tool")
        .example("otters save guide:latest | ssh host otters load", "Copy an image over SSH");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Route route = Route.of("images", "save").withAll("name", invocation.arguments().positional());
    String word = invocation.arguments().one("--file").orElse("-");
    if (word.equals("-") && invocation.json()) {
      throw new UsageException(
          "cannot write both a tar and JSON to standard output", "Name a file with -o.", command());
    }
    if (!word.equals("-")) {
      toFile(invocation, route, invocation.places().resolve(word));
    } else if (invocation.console().terminal().out()) {
      throw new UsageException(
          "cannot write a tar to a terminal", "Name a file with -o, or use a pipe.", command());
    } else {
      invocation.daemon().download(route, invocation.console().bytes(), _ -> {});
    }
    return ExitCodes.OK;
  }

  private static void toFile(Invocation invocation, Route route, Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    try (ProgressView view = invocation.progress();
        Interrupts.Handle _ = invocation.cleared(view)) {
      OutputFile.write(
          invocation,
          file,
          out ->
              invocation
                  .daemon()
                  .download(route, out, done -> view.show(new Progress(name, "save", done, 0))));
    }
    if (invocation.json()) {
      var _ = invocation.printJson(Map.of("file", file.toString(), "size", Files.size(file)));
    } else if (!invocation.quiet()) {
      invocation.console().line("saved " + file + " (" + Sizes.of(Files.size(file)) + ")");
    }
  }
}
