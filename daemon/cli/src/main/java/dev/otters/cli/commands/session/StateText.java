package dev.otters.cli.commands.session;

import dev.otters.api.session.OpenTurn;
import dev.otters.api.session.SessionState;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Says what a session waits for. */
final class StateText {
  private StateText() {}

  /** Prints all that is known of it. */
  static void print(Console console, SessionState state) {
    Instant now = Instant.now();
    console.fact("id         ", state.id());
    if (state.name() != null) {
      console.fact("name       ", state.name());
    }
    console.fact("agent      ", state.agent());
    console.fact("status     ", state.status());
    console.fact("waits for  ", state.waitsFor());
    console.fact("since      ", Times.ago(state.since(), now));
    if (state.turn() != null) {
      print(console, state.turn(), now);
    }
    if (state.messages() > 0) {
      console.fact("messages   ", state.messages() + " for the next turn");
    }
    console.fact("next       ", state.next() + in(state.nextAt(), now));
    if (state.nextWake() != null) {
      console.fact("next wake ", in(state.nextWake(), now));
    }
    Instant expires = state.expiresAt();
    if (expires != null) {
      console.fact("expires    ", expires + ", " + Times.seen(expires, now));
    }
    if (!state.grants().isEmpty()) {
      console.fact("grants     ", String.join(", ", state.grants()));
    }
    if (state.command() != null) {
      console.fact("do         ", state.command());
    }
  }

  private static void print(Console console, OpenTurn turn, Instant now) {
    console.fact("turn       ", Ids.of(turn.id(), false) + ", " + turn.state());
    if (turn.runtime() != null) {
      String lease = turn.leaseUntil() == null ? "" : ", lease ends" + in(turn.leaseUntil(), now);
      console.fact("held by    ", "runtime " + Ids.of(turn.runtime(), false) + lease);
    }
    console.fact("tried      ", tried(turn));
    Instant failed = turn.lastErrorAt();
    if (turn.lastError() != null && failed != null) {
      console.fact("last error ", turn.lastError() + " (" + Times.ago(failed, now) + ")");
    }
  }

  /** Returns how often a turn was tried. */
  static String tried(OpenTurn turn) {
    String taken = "taken " + Plural.of(turn.fence(), "time");
    return turn.failures() == 0
        ? taken
        : taken + ", " + Plural.of(turn.failures(), "attempt") + " failed in a row";
  }

  /** Returns the time until an instant, with a space before it; empty for none. */
  static String in(@Nullable Instant then, Instant now) {
    if (then == null) {
      return "";
    }
    return then.isAfter(now) ? " in " + Times.span(Duration.between(now, then)) : " now";
  }
}
