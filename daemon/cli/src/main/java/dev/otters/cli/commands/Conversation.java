package dev.otters.cli.commands;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.MessageAccepted;
import dev.otters.api.MessageRequest;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.Patience;
import dev.otters.cli.client.Route;
import dev.otters.cli.client.SessionFollower;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.turn.TurnDisplay;
import dev.otters.cli.turn.TurnReader;
import dev.otters.cli.turn.TurnResult;
import java.time.Duration;
import java.util.UUID;

/** Sends one message into a session and follows the turn that answers it. */
final class Conversation {
  private final Invocation invocation;
  private final String agent;
  private final String session;

  Conversation(Invocation invocation, String agent, String session) {
    this.invocation = invocation;
    this.agent = agent;
    this.session = session;
  }

  /**
   * Ends the running turn when the user interrupts, until the result is closed: then everything is
   * printed.
   */
  Interrupts.Handle interruptible() {
    return invocation.environment().interrupts().handle(this::interrupt);
  }

  /** Returns when the turn is over. */
  TurnResult ask(String text, TurnDisplay display) {
    Daemon daemon = invocation.daemon();
    MessageAccepted accepted =
        send(daemon, MessageRequest.user(UUID.randomUUID().toString(), text), display);
    TurnReader reader = new TurnReader(session, accepted.event(), display);
    new SessionFollower(daemon, events(), accepted.seq()).follow(reader);
    return reader.result();
  }

  /**
   * Sends the message again with the same id when the daemon is lost before it answers: it is
   * appended once.
   */
  private MessageAccepted send(Daemon daemon, MessageRequest request, TurnDisplay display) {
    Patience patience = new Patience();
    while (true) {
      try {
        return daemon.post(events(), request, MessageAccepted.class);
      } catch (ApiException e) {
        if (e.problem().code().exitCode() != ErrorCode.DAEMON_UNREACHABLE.exitCode()) {
          throw e;
        }
        String note = patience.pause(e.problem().title());
        if (note != null) {
          display.note(note);
        }
      }
    }
  }

  private void interrupt() {
    try {
      invocation
          .daemon()
          .post(Route.of("agents", agent, "sessions", session, "interrupt"), Duration.ZERO);
    } catch (ApiException e) {
      ProblemText.print(invocation.console(), e.problem());
    }
  }

  private Route events() {
    return Route.of("agents", agent, "sessions", session, "events");
  }
}
