package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Progress;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.model.ModelChoice;
import dev.otters.cli.console.Console;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs an agent. At a terminal, asks the user which model to use and whether to grant the limits
 * that the image asks for. Never asks in a script.
 */
final class RunQuestions {
  private static final int MOST_QUESTIONS = 4;

  private final Invocation invocation;
  private final List<String> told = new ArrayList<>();

  RunQuestions(Invocation invocation) {
    this.invocation = invocation;
  }

  AgentView run(RunRequest request) throws IOException {
    RunRequest next =
        canAsk() && request.declared() == null ? request.withDeclared("ask") : request;
    for (int question = 0; question < MOST_QUESTIONS; question++) {
      try {
        return send(next);
      } catch (ApiException e) {
        next = answer(next, e);
      }
    }
    return send(next);
  }

  private RunRequest answer(RunRequest request, ApiException question) throws IOException {
    ErrorCode code = question.problem().code();
    if (!canAsk()) {
      throw question;
    }
    if (code == ErrorCode.MODEL_MISSING) {
      return request.withModel(new ModelChoice(invocation).choose(question));
    }
    if (code == ErrorCode.WISHES_UNANSWERED) {
      return request.withDeclared(granted(question) ? RunOptions.ALLOW : "ignore");
    }
    throw question;
  }

  private boolean granted(ApiException question) throws IOException {
    Console console = invocation.console();
    console.note(Console.harmless(question.problem().title()));
    return console.agrees("Grant it? [y/N] ");
  }

  private AgentView send(RunRequest request) {
    told.clear();
    AgentView agent =
        invocation.work(
            Route.of("agents"), new Content.Message(request), AgentView.class, this::take);
    told.forEach(invocation.console()::note);
    return agent;
  }

  private boolean take(Progress step) {
    String text = Console.harmless(step.item());
    switch (step.phase()) {
      case "model" -> told.add("no MODEL is given; using " + text);
      case "notice" -> told.add("note: " + text);
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean canAsk() {
    return invocation.console().terminal().in()
        && invocation.console().terminal().err()
        && !invocation.json()
        && !invocation.quiet();
  }
}
