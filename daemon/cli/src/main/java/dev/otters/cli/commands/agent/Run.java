package dev.otters.cli.commands.agent;

import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.MountView;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.image.BuildResult;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.commands.image.ImageBuilder;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Style;
import dev.otters.cli.local.BuildSource;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

final class Run implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of(
            "run", Group.COMMON, "Create and start an agent from an image or an Agentfile")
        .alias("agent run")
        .details(
            """
            PATH|REF is a path to build (./x, /x, ~/x, an existing folder or an Agentfile), - for an
            Agentfile from standard input, or the reference of an image. Returns when the agent is
            ready; agents always run in the background.

            A mount is HOST:TARGET[:DESCRIPTION][:ro|rw], writable unless :ro is given. HOST must
            exist. A TARGET without a leading slash is relative to /workspace. The description tells
            the agent what the mount contains.\
            """)
        .arguments(Argument.one("PATH|REF|-", "What to run"))
        .options(RunOptions.ALL)
        .example(
            "otters run ./Agentfile -v \"$PWD:/workspace/src:Project source:ro\"",
            "Build an Agentfile and run it with this folder mounted read-only")
        .example(
            "otters run my-coder -v \"$PWD:/workspace/src:Project source\"",
            "Run an image with a writable folder")
        .example(
            "otters run my-data -v \"/data/customers.csv:/workspace/data/customers.csv:ro\"",
            "Run an image with one file mounted read-only")
        .example(
            "otters run --name bob --model scripted/guide -e TONE=short --memory 512m guide:latest",
            "Set the name, the model, an environment variable and a limit")
        .example(
            "otters run --mount 'type=bind,source=/data,target=data,\"description=Sales, by"
                + " month\",readonly' my-data",
            "The long form of a mount")
        .example(
            "otters run --executor system ./Agentfile",
            "Run it in bubblewrap, without a container engine")
        .example("otters run - < Agentfile", "Build and run an Agentfile from standard input");
  }

  @Override
  public int run(Invocation invocation) throws IOException {
    Arguments given = invocation.arguments();
    RunRequest request = RunOptions.request(invocation);
    String word = given.first();
    if (BuildSource.isPath(word, invocation.places())) {
      BuildResult built = ImageBuilder.build(invocation, word, false);
      request =
          request.withRef(Objects.requireNonNullElse(built.ref(), String.valueOf(built.digest())));
    } else {
      refuseBuildOptions(given);
    }
    AgentView agent = new RunQuestions(invocation).run(request);
    warn(invocation.console(), agent);
    return print(invocation, agent);
  }

  private static void warn(Console console, AgentView agent) {
    boolean bare = AgentText.unsandboxed(agent.placement().executor());
    String mark = console.styled(bare ? Style.RED : Style.YELLOW, "warning: ");
    agent.warnings().forEach(warning -> console.note(mark + Console.harmless(warning)));
    if (!agent.placement().limitations().isEmpty()) {
      String names =
          agent.placement().limitations().stream()
              .map(limitation -> limitation.split(":", 2)[0])
              .collect(Collectors.joining(", "));
      console.note(
          mark
              + Console.harmless(
                  "executor " + agent.placement().executor() + " cannot enforce: " + names)
              + " (see 'otters info')");
    }
  }

  private void refuseBuildOptions(Arguments given) {
    for (String option : List.of("--file", "--build-arg", "--tag")) {
      if (given.has(option)) {
        throw new UsageException(
            "option '"
                + option
                + "' needs a path to build, but '"
                + given.first()
                + "' is an image reference",
            "Write ./" + given.first() + " if you mean a folder.",
            command());
      }
    }
  }

  private static String because(AgentView agent) {
    String reason = agent.placement().executorReason();
    return reason.isEmpty() ? "" : " (" + reason + ")";
  }

  private static int print(Invocation invocation, AgentView agent) {
    Console console = invocation.console();
    if (invocation.json()) {
      return invocation.printJson(agent);
    }
    if (invocation.quiet() || invocation.arguments().has("--detach")) {
      console.line(agent.id());
      return ExitCodes.OK;
    }
    console.line(Console.harmless(agent.name() + " is " + agent.state().status()));
    console.fact("  id      ", Ids.of(agent.id(), false));
    String digest = agent.image().digest();
    console.fact(
        "  image   ",
        agent.image().ref() + (digest == null ? "" : " (" + Ids.of(digest, false) + ")"));
    console.fact("  model   ", agent.model());
    console.fact("  runs in ", agent.placement().executor() + because(agent));
    agent
        .limits()
        .budgets()
        .forEach((budget, limit) -> console.fact("  budget  ", budget + "=" + limit));
    for (MountView mount : agent.contents().mounts()) {
      String mode = mount.readOnly() ? " (ro)" : " (rw)";
      console.fact("  mount   ", mount.source() + " -> " + mount.target() + mode);
    }
    console.fact("  ask it  ", "otters prompt " + agent.name() + " \"…\"");
    return ExitCodes.OK;
  }
}
