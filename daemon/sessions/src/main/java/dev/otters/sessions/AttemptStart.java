package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.conversation.Windows;
import dev.otters.sessions.custom.SetupRows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Starts attempts of turns that were just leased, each within a given transaction. */
record AttemptStart(Ledger ledger, AgentDirectory directory) {
  /**
   * Starts an attempt with everything that it reads.
   *
   * @param context the context of the model in tokens, if it is known
   */
  Activation begin(Tx tx, ActivationRow turn, TurnSetup usual, OptionalInt context) {
    List<ToolSchema> ofClient = SetupRows.tools(tx, turn.session());
    TurnSetup granted =
        usual.with(ledger.lineage(directory).granted(tx, turn.session(), usual.resources()));
    TurnSetup mine =
        Contexts.kept(tx, turn, granted, ledger.log().hasWake(tx, turn)).without(ofClient);
    TurnSetup setup = ledger.resources(tx, turn, directory).begin(tx, mine).with(ofClient);
    List<String> messages = ledger.log().claim(tx, turn);
    long request = Windows.request(tx, turn, setup, context);
    TurnContext.Window window = Windows.of(tx, turn, setup.settings().memory(), request);
    String hash = Contexts.save(tx, turn, setup, window);
    begin(tx, turn, setup, Map.of("messages", messages, "context", hash));
    return new Activation(
        turn.id(),
        turn.fence(),
        ledger.sessions().id(tx, turn.session()).value(),
        turn.turn(),
        setup.settings().limits());
  }

  /** Starts an attempt that asks no model. */
  void beginWithoutContext(Tx tx, ActivationRow turn, TurnSetup setup) {
    begin(tx, turn, setup, Map.of("messages", ledger.log().claim(tx, turn)));
  }

  private void begin(Tx tx, ActivationRow turn, TurnSetup setup, Map<String, ?> read) {
    Map<String, Object> body = new HashMap<>(read);
    body.put("attempt", turn.attempts() + 1);
    body.put("fence", turn.fence());
    ledger.append(tx, turn, EventType.TURN_STARTED, Bodies.of(body));
    ledger.sessions().move(tx, turn, SessionStatus.RUNNING, "a turn started");
    ledger.taken(tx, turn, setup.settings().limits());
  }
}
