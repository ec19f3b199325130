package dev.otters.cli.commands.image;

import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.time.Duration;
import java.util.Map;

record ImageTag(ImageKind kind) implements RunnableCommand {
  @Override
  public Command command() {
    Command command =
        kind.command("tag", "Add a tag to an image")
            .details("If another image has the tag, the tag moves.")
            .arguments(
                Argument.one("SOURCE", "Reference or digest of the image"),
                Argument.one("TARGET", "The new reference"))
            .options(Invocation.OUTPUT);
    return switch (kind) {
      case AGENT ->
          command
              .alias("tag")
              .example(
                  "otters tag guide:latest registry.example.com/agents/guide:1",
                  "Tag an image for a registry, to push it there");
      case BIN ->
          command.example("otters bin tag tools/sh:1 127.0.0.1:5000/tools/sh:1", "Tag a tool");
    };
  }

  @Override
  public int run(Invocation invocation) {
    String source = invocation.arguments().positional().get(0);
    String target = invocation.arguments().positional().get(1);
    invocation
        .daemon()
        .post(
            Route.of("images", "tag").with("source", source).with("target", target), Duration.ZERO);
    return invocation.print(
        Map.of("ref", target), () -> invocation.console().line("tagged " + target));
  }
}
