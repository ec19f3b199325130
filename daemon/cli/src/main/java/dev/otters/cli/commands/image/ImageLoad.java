package dev.otters.cli.commands.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.image.TransferList;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ImageLoad implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("image load", Group.IMAGES, "Import images from a tar file")
        .alias("load")
        .details(
            """
            Reads files of 'otters save' and 'docker save', other OCI image layouts, and the JSON of
            the original project, optionally gzipped. Imports all images of a file, or none.\
            """)
        .options(
            Option.one("FILE", "File to read (default - for standard input)", "-i", "--file"),
            Option.one("REF", "Reference for the image, if the file has only one", "-t", "--tag"),
            Option.flag("Print only the digests", "-q", "--quiet"),
            Invocation.OUTPUT)
        .example("otters load -i guide.tar", "Import saved images");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Route route = Route.of("images", "load");
    invocation.arguments().one("--tag").ifPresent(name -> route.with("name", name));
    TransferList loaded = invocation.work(route, content(invocation), TransferList.class);
    return invocation.print(
        loaded,
        () -> loaded.images().forEach(image -> TransferText.line(invocation, "loaded", image)));
  }

  private Content content(Invocation invocation) throws IOException {
    String word = invocation.arguments().one("--file").orElse("-");
    if (word.equals("-")) {
      if (invocation.console().terminal().in()) {
        throw new UsageException(
            "cannot read a tar from a terminal", "Name a file with -i, or use a pipe.", command());
      }
      return new Content.Tar(out -> invocation.console().in().transferTo(out));
    }
    Path file = invocation.places().file(word);
    if (Files.size(file) == 0) {
      throw ApiException.of(
          ErrorCode.IMAGE_INVALID, "the file is empty", "Save images with 'otters image save'.");
    }
    return new Content.Bytes(
        Files.size(file),
        out -> {
          var _ = Files.copy(file, out);
        });
  }
}
