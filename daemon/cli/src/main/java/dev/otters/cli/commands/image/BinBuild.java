package dev.otters.cli.commands.image;

import dev.otters.api.image.BuildResult;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.local.SourceDate;
import dev.otters.cli.local.TarWriter;
import dev.otters.cli.local.UserPaths;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

final class BinBuild implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("bin build", Group.BINS, "Build a BIN image from a program")
        .details(
            """
            The program must run without other files of this machine: it is static, or needs only
            libc. A script is packed with its interpreter, another BIN image such as
            otters/tools/python3 or otters/tools/sh; both share their storage.

            With --from, the program is a file of an existing image, which is pulled if it is
            missing: PATH packs it for all platforms of the image, OS/ARCH:PATH for one.\
            """)
        .arguments(
            Argument.some(
                "[OS/ARCH:]FILE", "The program for a platform, such as linux/amd64:./hello"))
        .options(
            Option.one("NAME", "Name of the tool (required)", "-n", "--name"),
            Option.one("TEXT", "Description in one line", "-d", "--description"),
            Option.one("FILE", "File with usage instructions for the model", "-u", "--usage"),
            Option.one("REF", "BIN image that runs the files, which are scripts", "--interpreter"),
            Option.one("REF", "Image that contains the program", "--from"),
            Option.many("REF", "Reference of the image (default NAME:latest)", "-t", "--tag"),
            Option.flag("Print only the digest", "-q", "--quiet"),
            Invocation.OUTPUT)
        .example(
            "otters bin build -n hello -d 'Says hello' -t tools/hello:1 linux/amd64:./hello",
            "Pack a program for one platform")
        .example(
            "otters bin build -n jq -u USAGE.md linux/amd64:./jq-amd64 linux/arm64:./jq-arm64",
            "Pack a program for two platforms with a usage text")
        .example(
            "otters bin build -n report --interpreter otters/tools/python3 linux/amd64:./report.py",
            "Pack a script with its interpreter")
        .example(
            "otters bin build -n jq --from ghcr.io/jqlang/jq:1.7.1 /jq",
            "Pack a program of an image for all platforms of the image")
        .example(
            "otters bin build -n jq --from ghcr.io/jqlang/jq:1.7.1 linux/amd64:/jq",
            "Pack a program of an image for one platform");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    String name =
        given
            .one("--name")
            .orElseThrow(() -> new UsageException("option '--name' is missing", null, command()));
    Optional<String> from = given.one("--from");
    Map<String, Path> files =
        from.isPresent() ? new LinkedHashMap<>() : files(given, invocation.places());
    given.one("--usage").ifPresent(file -> files.put("USAGE.md", invocation.places().file(file)));
    Route route = Route.of("bins", "build").with("name", name).withAll("tag", given.many("--tag"));
    given.one("--description").ifPresent(text -> route.with("description", text));
    given.one("--interpreter").ifPresent(image -> route.with("interpreter", image));
    from.ifPresent(image -> route.with("from", image).withAll("path", given.positional()));
    SourceDate.of(invocation.environment().variables())
        .ifPresent(time -> route.with("created", time));
    BuildResult result =
        invocation.work(route, new Content.Tar(out -> write(files, out)), BuildResult.class);
    result.warnings().forEach(warning -> ProblemText.print(invocation.console(), warning));
    return ImageBuilder.print(invocation, "stored", result);
  }

  private static Map<String, Path> files(Arguments given, UserPaths places) {
    Map<String, Path> files = new LinkedHashMap<>();
    for (String word : given.positional()) {
      int colon = word.indexOf(':');
      String platform = colon < 0 ? word : word.substring(0, colon);
      if (colon < 0 || !platform.matches("[a-z0-9]+/[a-z0-9]+")) {
        throw UsageException.of(
            "'" + word + "': expected OS/ARCH:FILE, such as linux/amd64:./hello", null);
      }
      if (files.put(platform, places.file(word.substring(colon + 1))) != null) {
        throw UsageException.of("platform " + platform + " is given twice", null);
      }
    }
    return files;
  }

  private static void write(Map<String, Path> files, OutputStream out) throws IOException {
    TarWriter tar = new TarWriter(out);
    for (Map.Entry<String, Path> file : files.entrySet()) {
      tar.file(file.getKey(), file.getValue());
    }
    tar.finish();
  }
}
