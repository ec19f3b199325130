package dev.otters.cli.commands.image;

import dev.otters.api.image.BuildResult;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import java.io.IOException;

final class ImageBuild implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("image build", Group.IMAGES, "Build an image from an Agentfile")
        .alias("build")
        .details(
            """
            PATH is a folder with an Agentfile, an Agentfile, or - for an Agentfile from standard
            input. Files listed in .agentfileignore are not sent.\
            """)
        .arguments(Argument.optional("PATH", "What to build (default .)"))
        .options(
            ImageBuilder.TAG,
            ImageBuilder.FILE,
            ImageBuilder.BUILD_ARG,
            Option.flag("Only check the Agentfile", "--check"),
            Option.flag("Print only the digest", "-q", "--quiet"),
            Invocation.OUTPUT)
        .example("otters image build .", "Build the Agentfile in this folder")
        .example(
            "otters build -t guide:2 --build-arg TONE=short ./guide",
            "Build with a tag and a build argument")
        .example(
            "otters image build --check --output json ./guide",
            "Print all problems of an Agentfile as JSON")
        .example(
            "otters image build - < guide.agentfile", "Build an Agentfile from standard input");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    boolean check = invocation.arguments().has("--check");
    String path = invocation.arguments().positional().stream().findFirst().orElse(".");
    BuildResult result = ImageBuilder.build(invocation, path, check);
    return check
        ? invocation.print(result, () -> invocation.console().line("ok"))
        : ImageBuilder.print(invocation, "built", result);
  }
}
