package dev.otters.cli.commands.model;

import dev.otters.api.model.ProviderTestResult;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import java.util.List;
import java.util.Objects;

final class ProviderTest implements RunnableCommand {
  private static final int SHOWN = 8;

  @Override
  public Command command() {
    return Command.of("provider test", Group.MODELS, "Check that a provider works")
        .details(
            "Lists its models, which costs nothing, and asks one model for one word. The default is"
                + " its first allowed model, or its only one. Exit codes 40 to 49 tell what"
                + " failed.")
        .arguments(Argument.one("NAME", "Name of the provider"))
        .options(Option.one("MODEL", "Model to ask", "--model"), Invocation.OUTPUT)
        .example("otters provider test openai", "Check the address and the key")
        .example("otters provider test ollama --model qwen3:4b", "Measure the answer of a model");
  }

  @Override
  public int run(Invocation invocation) {
    String name = invocation.arguments().first();
    Route route = Route.of("providers", name, "test");
    invocation.arguments().one("--model").ifPresent(model -> route.with("model", model));
    ProviderTestResult result = invocation.daemon().post(route, ProviderTestResult.class);
    return invocation.print(result, () -> print(invocation.console(), result));
  }

  private static void print(Console console, ProviderTestResult result) {
    List<String> offers = result.offers();
    console.line(Console.harmless(result.provider() + " answers"));
    if (!offers.isEmpty()) {
      String more = offers.size() > SHOWN ? " and " + (offers.size() - SHOWN) + " more" : "";
      String names = String.join(", ", offers.subList(0, Math.min(SHOWN, offers.size())));
      console.fact("  models  ", names + more);
      console.line("          listed in " + result.listMillis() + " ms");
    }
    if (result.model() == null) {
      console.fact(
          "  Ask one of them: ", "otters provider test " + result.provider() + " --model MODEL");
      return;
    }
    String answer = Objects.requireNonNullElse(result.answer(), "").replace('\n', ' ');
    console.fact("  model   ", result.model());
    console.fact("  said    ", answer);
    console.line(
        "  took    "
            + result.firstMillis()
            + " ms to the first word, "
            + result.totalMillis()
            + " ms in total, "
            + Plural.of(result.inputTokens(), "token")
            + " in, "
            + result.outputTokens()
            + " out");
  }
}
