package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.session.ApprovalDecision;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.console.Console;
import dev.otters.cli.turn.ToolCall;
import dev.otters.cli.turn.TurnDisplay;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Asks the user at a terminal whether a call of a gated tool may run. Elsewhere, says how to
 * decide.
 */
record Approval(Invocation invocation, String agent, String session) {
  /** Handles a call that waits for permission. */
  void ask(ToolCall call, TurnDisplay display) {
    Console console = invocation.console();
    display.note("the agent wants to run " + call.commandLine());
    if (call.stdin() != null && !call.stdin().isEmpty()) {
      display.note("with this input: " + call.stdin());
    }
    if (console.terminal().in() && console.terminal().err()) {
      decide(call, agrees(console), display);
    } else {
      display.note(
          "it waits until you allow or deny it: otters session confirm %s %s %s --allow"
              .formatted(agent, session, call.call()));
    }
  }

  private static boolean agrees(Console console) {
    try {
      return console.agrees("Allow it? [y/N] ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void decide(ToolCall call, boolean allow, TurnDisplay display) {
    try {
      invocation
          .daemon()
          .post(
              Route.of("agents", agent, "sessions", session, "approvals"),
              new Content.Message(
                  new ApprovalDecision(
                      call.call(), allow ? ApprovalDecision.ALLOW : ApprovalDecision.DENY, null)));
    } catch (ApiException e) {
      display.note(e.problem().title());
    }
  }
}
