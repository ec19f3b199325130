package dev.otters.cli.commands.image;

import dev.otters.api.image.BuildResult;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.console.Sizes;
import dev.otters.cli.local.BuildSource;
import dev.otters.cli.local.ContextTar;
import dev.otters.cli.local.KeyValues;
import dev.otters.cli.local.SourceDate;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Sends a build context and builds an agent image. */
public final class ImageBuilder {
  public static final Option FILE =
      Option.one("FILE", "Name of the Agentfile (default PATH/Agentfile)", "-f", "--file");
  public static final Option BUILD_ARG =
      Option.many("KEY=VALUE", "Value of an ARG of the Agentfile", "--build-arg");
  public static final Option TAG =
      Option.many(
          "REF",
          "Reference of the image (default NAME:latest, or the name of the folder)",
          "-t",
          "--tag");

  private static final long MOST_BYTES = 256L << 20;
  private static final int SHOWN_LINKS = 5;

  private ImageBuilder() {}

  /** Builds an image from a build source. Prints warnings; the caller prints the result. */
  public static BuildResult build(Invocation invocation, String word, boolean check)
      throws IOException {
    Arguments given = invocation.arguments();
    BuildSource source =
        BuildSource.of(word, given.one("--file"), invocation.places(), invocation.console().in());
    ContextTar context = ContextTar.of(source, MOST_BYTES);
    tellLinks(invocation.console(), context.left());
    Route route =
        Route.of("images", "build")
            .with("file", source.file())
            .withAll("tag", given.many("--tag"))
            .when(check, "check");
    if (!check && !given.has("--tag")) {
      source.usualName().ifPresent(name -> route.with("fallback", name));
    }
    new KeyValues(invocation.environment().variables())
        .buildArguments(given.many("--build-arg"))
        .forEach((key, value) -> route.with("build-arg", key + "=" + value));
    SourceDate.of(invocation.environment().variables())
        .ifPresent(time -> route.with("created", time));
    BuildResult result = invocation.work(route, new Content.Tar(context::write), BuildResult.class);
    result.warnings().forEach(warning -> ProblemText.print(invocation.console(), warning));
    return result;
  }

  /** Prints the digest, the tags and the size of a new image. */
  static int print(Invocation invocation, String done, BuildResult result) {
    return invocation.print(result, () -> text(invocation, done, result));
  }

  private static void text(Invocation invocation, String done, BuildResult result) {
    Console console = invocation.console();
    String digest = Objects.requireNonNullElse(result.digest(), "");
    if (invocation.quiet()) {
      console.line(digest);
      return;
    }
    console.fact(done + " ", Objects.requireNonNullElse(result.ref(), digest));
    console.fact("  digest  ", digest);
    result.tags().stream().skip(1).forEach(tag -> console.fact("  tag     ", tag));
    console.line("  size    " + Sizes.of(result.size()));
  }

  private static void tellLinks(Console console, List<String> left) {
    left.stream()
        .limit(SHOWN_LINKS)
        .forEach(
            name ->
                console.note(
                    "not sent: "
                        + Console.harmless(name)
                        + " (a link to a folder or out of the build context)"));
    if (left.size() > SHOWN_LINKS) {
      console.note("not sent: " + Plural.of(left.size() - SHOWN_LINKS, "more link"));
    }
  }
}
