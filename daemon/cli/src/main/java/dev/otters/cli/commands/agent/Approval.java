package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.session.ApprovalDecision;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.session.SessionCommands;
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
  private static final int LONGEST = 2000;

  /** Handles a call that waits for permission. The command is the last line before the question. */
  void ask(String approval, ToolCall call, TurnDisplay display) {
    Console console = invocation.console();
    String input = call.stdin();
    if (input != null && !input.isEmpty()) {
      display.note("the input of the next command: " + ToolCall.quoted(cut(input)));
    }
    display.note("the agent wants to run " + call.commandLine());
    if (invocation.arguments().has("--yes") && allowed(approval, display)) {
      return;
    }
    if (console.terminal().in() && console.terminal().err()) {
      decide(approval, agrees(console), display);
    } else {
      display.note(
          "it waits until you allow or deny it: otters session confirm %s %s %s --allow"
              .formatted(agent, session, approval));
    }
  }

  private static String cut(String input) {
    return input.length() <= LONGEST
        ? input
        : input.substring(0, LONGEST) + "… (see 'otters approvals --output json')";
  }

  /** Asks, and takes nothing for an answer that was typed or pasted before the question. */
  private static boolean agrees(Console console) {
    try {
      console.discardTyped();
      return console.agrees("Allow it? [y/N] ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Allows a call without a question, unless the daemon's settings keep it for the operator. */
  private boolean allowed(String approval, TurnDisplay display) {
    try {
      SessionCommands.decide(
          invocation,
          agent,
          session,
          new ApprovalDecision(approval, ApprovalDecision.ALLOW, null, true));
      display.note("allowed by --yes");
      return true;
    } catch (ApiException e) {
      display.note("--yes does not apply: " + e.problem().title());
      return false;
    }
  }

  private void decide(String approval, boolean allow, TurnDisplay display) {
    try {
      SessionCommands.decide(invocation, agent, session, approval, allow, null);
    } catch (ApiException e) {
      display.note(e.problem().title());
    }
  }
}
