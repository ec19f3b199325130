package dev.otters.cli.commands.model;

import dev.otters.api.ApiException;
import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.cli.client.Route;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Sizes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Lets a user at a terminal choose a model when there is no default. */
public final class ModelChoice {
  private static final int MOST_QUESTIONS = 3;

  private final Invocation invocation;

  /** A choice in the menu. */
  private record Way(String text, ModelSummary model) {}

  public ModelChoice(Invocation invocation) {
    this.invocation = invocation;
  }

  /** Returns the chosen model; throws the given exception if the user chooses none. */
  public String choose(ApiException missing) throws IOException {
    ModelList list = invocation.daemon().get(Route.of("models"), ModelList.class);
    List<Way> ways = ways(list);
    Console console = invocation.console();
    console.note("No MODEL is given, and there is no default. Which one should the agent use?");
    for (int i = 0; i < ways.size(); i++) {
      console.note("  " + (i + 1) + ") " + Console.harmless(ways.get(i).text()));
    }
    console.note("  p) a provider; shows how to add one");
    Optional<Way> chosen = ask(ways);
    if (chosen.isEmpty()) {
      throw missing;
    }
    ModelSummary model = chosen.get().model();
    if (!model.installed()) {
      ModelSummary pulled = ModelPull.pull(invocation, model.name());
      console.note(pulled.provider() + "/" + pulled.name() + " is " + pulled.state());
    }
    return model.provider() + "/" + model.name();
  }

  private static List<Way> ways(ModelList list) {
    List<Way> ways = new ArrayList<>();
    for (ModelSummary model : list.models()) {
      if (model.provider().equals("local")) {
        String title = Objects.requireNonNullElse(model.title(), "");
        String verb = model.installed() ? "use" : "fetch";
        ways.add(
            new Way(
                "%s %s (%s)  %s"
                    .formatted(verb, model.name(), Sizes.of(model.size()), title)
                    .strip(),
                model));
      }
    }
    list.models().stream()
        .filter(model -> model.provider().equals("scripted"))
        .findFirst()
        .ifPresent(
            model ->
                ways.add(
                    new Way(
                        "scripted/" + model.name() + "  answers from a script, without a model",
                        model)));
    return ways;
  }

  private Optional<Way> ask(List<Way> ways) throws IOException {
    String prompt = "Choose 1 to " + ways.size() + ", or p: ";
    for (int question = 0; question < MOST_QUESTIONS; question++) {
      String word = invocation.console().question(prompt).orElse("p");
      if (word.equalsIgnoreCase("p")) {
        return Optional.empty();
      }
      if (word.matches("[1-9][0-9]?") && Integer.parseInt(word) <= ways.size()) {
        return Optional.of(ways.get(Integer.parseInt(word) - 1));
      }
    }
    return Optional.empty();
  }
}
