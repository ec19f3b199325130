package dev.otters.cli.commands.model;

import dev.otters.api.model.ModelSummary;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.Sizes;
import java.util.Objects;

final class ModelPull implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("model pull", Group.MODELS, "Download the weights of a local model")
        .details(
            """
            Tries the known sources in turn and verifies the digest. Ctrl-C stops the download; the
            next pull resumes it. Damaged weights are downloaded again.\
            """)
        .arguments(Argument.one("NAME", "Name of the model, see 'otters model ls'"))
        .options(
            Option.one("URL", "URL to try before the known sources", "--source"),
            Option.flag("Print only the name", "-q", "--quiet"),
            Invocation.OUTPUT)
        .example(
            "otters model pull smollm2-135m", "Download a small model for a quick first answer")
        .example(
            "otters model pull qwen2.5-coder-1.5b --source https://models.example.org/qwen.gguf",
            "Download a model that can use tools from your own mirror");
  }

  @Override
  public int run(Invocation invocation) {
    return print(invocation, pull(invocation, invocation.arguments().first()));
  }

  /** Fetches a model, from the source of the command line if there is one. */
  static ModelSummary pull(Invocation invocation, String name) {
    Route route = Route.of("models", "pull").with("name", name);
    invocation.arguments().one("--source").ifPresent(source -> route.with("source", source));
    return invocation.work(route, Content.none(), ModelSummary.class);
  }

  static int print(Invocation invocation, ModelSummary model) {
    return invocation.print(model, () -> text(invocation, model));
  }

  private static void text(Invocation invocation, ModelSummary model) {
    Console console = invocation.console();
    String ref = model.provider() + "/" + model.name();
    if (invocation.quiet()) {
      console.line(ref);
      return;
    }
    console.line(Console.harmless(ref + " is " + model.state()));
    console.line("  size     " + Sizes.of(model.size()));
    console.fact("  licence  ", Objects.requireNonNullElse(model.licence(), "unknown"));
    console.line("  context  " + Plural.of(model.context(), "token"));
    console.fact("  use it   ", "otters run --model " + ref + " …");
  }
}
