package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Activation;
import dev.otters.sessions.budget.Limit;
import dev.otters.sessions.budget.Scope;
import dev.otters.sessions.budget.Unit;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.trace.TraceSettings;
import dev.otters.sessions.trace.Traces;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LedgerTest extends SessionBench {
  @Test
  void anAttemptThatEndedLeavesNoFactsBehind() {
    Traces traces = new Traces(kit.database, kit.time, TraceSettings.DEFAULTS);
    Ledger ledger = new Ledger(kit.database, kit.time, traces, _ -> {});
    kit.say("one");
    Activation leased = kit.lease();
    ActivationRow turn =
        kit.database.read(
            rows -> new ActivationRows(kit.time).find(rows, kit.agent, leased.id()).orElseThrow());
    ledger.attempts().begin(turn.id());
    ledger.attempts().retryAfter(turn.id(), Duration.ofSeconds(5));
    Limit limit = new Limit(Scope.SESSION, Unit.COST);
    ledger.attempts().refused(turn.id(), Optional.of(limit));

    assertThat(ledger.attempts().retryAfter(turn.id())).isEqualTo(Duration.ofSeconds(5));
    assertThat(ledger.attempts().refused(turn.id())).contains(limit);
    kit.database.update(tx -> ledger.released(tx, turn));

    assertThat(ledger.attempts().retryAfter(turn.id())).isZero();
    assertThat(ledger.attempts().refused(turn.id())).isEmpty();
  }
}
