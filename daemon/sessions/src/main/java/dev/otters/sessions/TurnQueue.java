package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.sessions.custom.CustomCallRows;
import dev.otters.sessions.log.ActivationRow;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Says what the turns wait for that are ready and do not run. */
record TurnQueue(Ledger ledger, Leasing leasing, AgentDirectory directory) {
  /** Returns what a message of a session waits for; empty if none waits, or not for long. */
  Optional<String> note(Rows rows, UUID agent, long session) {
    return ledger.activations().open(rows, session).flatMap(turn -> note(rows, agent, turn));
  }

  private Optional<String> note(Rows rows, UUID agent, ActivationRow turn) {
    return switch (turn.state()) {
      case READY -> ready(rows, agent, turn);
      case LEASED, EXPIRED ->
          ledger.log().hasPending(rows, turn.session())
              ? Optional.of("waiting until the running turn of this session ends")
              : Optional.empty();
      case PAUSED ->
          Optional.of(
              CustomCallRows.open(rows, turn).isEmpty()
                  ? "waiting until the operator has decided about the calls of the last turn"
                  : "waiting until the client has answered the calls of the last turn");
      case BLOCKED, ACKED, ABANDONED -> Optional.empty();
    };
  }

  private Optional<String> ready(Rows rows, UUID agent, ActivationRow turn) {
    if (!ledger.schedule().isDue(turn.id())) {
      return Optional.empty();
    }
    if (ledger.schedule().isHeld(agent)) {
      return Optional.of("waiting until the agent has a new sandbox" + ahead(rows, agent, turn));
    }
    if (!leasing.isConnected(agent)) {
      return Optional.of("waiting until the agent is ready" + ahead(rows, agent, turn));
    }
    int running = ledger.activations().held(rows, agent).size();
    return directory
        .turn(agent)
        .filter(setup -> running >= setup.maxParallelTurns())
        .map(_ -> "waiting until the agent ends " + turns(running) + ahead(rows, agent, turn));
  }

  private static String turns(int running) {
    return running == 1 ? "its running turn" : "one of its " + running + " running turns";
  }

  private String ahead(Rows rows, UUID agent, ActivationRow turn) {
    List<String> waiting =
        ledger.activations().ready(rows, agent).stream()
            .map(ActivationRow::id)
            .filter(ledger.schedule()::isDue)
            .toList();
    int ahead = waiting.indexOf(turn.id());
    return ahead < 1 ? "" : "; prompts ahead: " + ahead;
  }
}
