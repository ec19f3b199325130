package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.session.FileContent;
import dev.otters.api.session.MessageAccepted;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.TurnOutcome;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.Interrupts;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.console.ProblemText;
import dev.otters.cli.turn.SessionFollower;
import dev.otters.cli.turn.TurnDisplay;
import dev.otters.cli.turn.TurnReader;
import dev.otters.cli.turn.TurnResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Sends one message to a session and follows the turn that answers it. */
final class Conversation {
  private static final Duration LAST_WORDS = Duration.ofSeconds(10);

  private final Invocation invocation;
  private final String agent;
  private final String session;
  private final Optional<String> note;
  private boolean accepted;
  private boolean interrupted;
  private boolean urgent;
  private List<String> grants = List.of();
  private List<String> contextIds = List.of();

  /**
   * Creates a conversation.
   *
   * @param note what a person learns of the session once it has the message
   */
  Conversation(Invocation invocation, String agent, String session, Optional<String> note) {
    this.note = note;
    this.invocation = invocation;
    this.agent = agent;
    this.session = session;
  }

  /** Lets the next message stop what the session does, and what it waits for. */
  Conversation urgent(boolean wanted) {
    urgent = wanted;
    return this;
  }

  /** Requires that the session has these grants, or gives them to a new one; empty for any. */
  Conversation granted(List<String> wanted) {
    grants = wanted;
    return this;
  }

  /** Brings scratchpads with each message; empty for the usual ones of the agent. */
  Conversation withScratchpads(List<String> ids) {
    contextIds = ids;
    return this;
  }

  /** Stops the running turn when the user interrupts, until the returned handle is closed. */
  Interrupts.Handle interruptible() {
    return invocation.environment().interrupts().handle(this::interrupt, LAST_WORDS);
  }

  /**
   * Sends a message and waits for the end of its turn.
   *
   * @param schema the JSON Schema of the answer; null for any text
   */
  TurnResult ask(
      String text, List<FileContent> files, @Nullable Object schema, TurnDisplay display) {
    Daemon daemon = invocation.daemon();
    if (isInterrupted()) {
      return new TurnResult("", session, null, TurnOutcome.INTERRUPTED, Map.of(), List.of(), null);
    }
    MessageAccepted message =
        send(
            daemon,
            MessageRequest.user(
                    UUID.randomUUID().toString(),
                    text,
                    files,
                    schema,
                    grants.isEmpty() ? null : grants)
                .with(contextIds.isEmpty() ? null : contextIds),
            display);
    accepted();
    if (invocation.console().terminal().err()) {
      note.ifPresent(display::note);
    }
    Approval approval = new Approval(invocation, agent, message.session());
    TurnReader reader =
        new TurnReader(
            agent,
            message.session(),
            message.event(),
            display,
            (id, call) -> approval.ask(id, call, display));
    new SessionFollower(daemon, events(), message.seq(), patience(message.session()))
        .follow(reader);
    return reader.result();
  }

  /**
   * Sends the message. Repeats the request with the same id if the daemon is lost; the message is
   * appended once.
   */
  private MessageAccepted send(Daemon daemon, MessageRequest request, TurnDisplay display) {
    return patience(session)
        .repeat(
            () -> daemon.post(events().when(urgent, "interrupt"), request, MessageAccepted.class),
            display::note);
  }

  private RetryPause patience(String id) {
    return new RetryPause(
        invocation::revive,
        ("Start the daemon with 'ottersd serve'. The turn then resumes. Read its answer with"
                + " 'otters session transcript %s %s'.")
            .formatted(agent, id));
  }

  private synchronized boolean isInterrupted() {
    return interrupted;
  }

  /** Marks the message as accepted: from now on there is a turn to interrupt. */
  private synchronized void accepted() {
    accepted = true;
    if (interrupted) {
      endTurn();
    }
  }

  private synchronized void interrupt() {
    interrupted = true;
    if (accepted) {
      endTurn();
    }
  }

  private void endTurn() {
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
