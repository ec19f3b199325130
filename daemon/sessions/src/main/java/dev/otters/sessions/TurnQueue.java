package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.custom.CustomCallRows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.standing.Wait;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Says what the turns wait for that are ready and do not run. */
record TurnQueue(Ledger ledger, Leasing leasing, AgentDirectory directory) {
  /** Returns what a message of a session waits for; empty if none waits, or not for long. */
  Optional<String> note(Rows rows, UUID agent, long session) {
    return ledger.activations().open(rows, session).flatMap(turn -> note(rows, turn));
  }

  private Optional<String> note(Rows rows, ActivationRow turn) {
    return switch (await(rows, turn)) {
      case Wait.Turn _, Wait.Death _ ->
          ledger.log().hasPending(rows, turn.session())
              ? Optional.of("waiting until the running turn of this session ends")
              : Optional.empty();
      case Wait.Decision _, Wait.Results _ ->
          Optional.of("waiting until the operator has decided about the calls of the last turn");
      case Wait.Client _ ->
          Optional.of("waiting until the client has answered the calls of the last turn");
      case Wait.NewSandbox _ ->
          Optional.of("waiting until the agent has a new sandbox" + ahead(rows, turn));
      case Wait.Agent _ -> Optional.of("waiting until the agent is ready" + ahead(rows, turn));
      case Wait.Sandbox(String why) ->
          Optional.of("waiting until the sandbox of the session runs: " + why);
      case Wait.Place(int running) ->
          Optional.of("waiting until the agent ends " + turns(running) + ahead(rows, turn));
      case Wait.Nothing _, Wait.Message _, Wait.Retry _, Wait.Pickup _, Wait.Operator _ ->
          Optional.empty();
    };
  }

  /** Returns what a turn waits for. */
  Wait await(Rows rows, ActivationRow turn) {
    return switch (turn.state()) {
      case READY -> ready(rows, turn);
      case LEASED -> new Wait.Turn();
      case EXPIRED -> new Wait.Death();
      case PAUSED -> paused(rows, turn);
      case BLOCKED -> new Wait.Operator(ledger.activations().stoppedBy(rows, turn));
      case ACKED, ABANDONED -> new Wait.Message();
    };
  }

  private static Wait paused(Rows rows, ActivationRow turn) {
    List<Approval> pending =
        ApprovalRows.of(rows, turn.id(), turn.fence()).stream()
            .filter(approval -> approval.state() == ApprovalState.PENDING)
            .toList();
    if (!pending.isEmpty()) {
      return new Wait.Decision(pending);
    }
    return CustomCallRows.open(rows, turn).stream()
        .findFirst()
        .<Wait>map(Wait.Client::new)
        .orElse(new Wait.Results());
  }

  private Wait ready(Rows rows, ActivationRow turn) {
    Duration left = ledger.schedule().left(turn.id());
    if (left.isPositive()) {
      return new Wait.Retry(ledger.time().now().plus(left));
    }
    if (ledger.schedule().isHeld(turn.agent())) {
      return new Wait.NewSandbox();
    }
    if (!leasing.isConnected(turn.sandbox())) {
      return ledger
          .sandboxes()
          .lack(turn.sandbox())
          .<Wait>map(Wait.Sandbox::new)
          .orElse(new Wait.Agent());
    }
    int running = ledger.activations().held(rows, turn.sandbox()).size();
    return directory
        .maxParallelTurns(rows, turn.agent())
        .filter(most -> running >= most)
        .<Wait>map(_ -> new Wait.Place(running))
        .orElse(new Wait.Pickup());
  }

  private static String turns(int running) {
    return running == 1 ? "its running turn" : "one of its " + running + " running turns";
  }

  private String ahead(Rows rows, ActivationRow turn) {
    List<String> waiting =
        ledger.activations().ready(rows, turn.sandbox()).stream()
            .map(ActivationRow::id)
            .filter(ledger.schedule()::isDue)
            .toList();
    int ahead = waiting.indexOf(turn.id());
    return ahead < 1 ? "" : "; prompts ahead: " + ahead;
  }
}
