package dev.otters.sessions.conversation;

import dev.otters.home.store.Rows;
import dev.otters.sessions.log.SessionException;
import java.util.Optional;

/**
 * A step of an attempt that began some time ago.
 *
 * @param session the key of the session
 * @param turn the activation
 * @param number the number of the completion in the attempt, from 1
 */
public record PastStep(long session, String turn, long fence, int number) {
  /** The distance in the ledger between the answers of two models to one step. */
  public static final int MODELS = 10_000_000;

  /**
   * Returns the step of a turn that a user names.
   *
   * @param name {@code ATTEMPT.STEP} as traces show it, or the number of the step in the last
   *     attempt; empty for the last request that was sent
   * @throws SessionException with {@code INVALID} if the turn has not started, or the name is no
   *     name of a step
   */
  public static PastStep named(Rows rows, long session, String turn, Optional<String> name) {
    String text = name.orElse("");
    if (!text.matches("|([1-9]\\d{0,8}\\.)?[1-9]\\d{0,6}")) {
      throw SessionException.invalid("the step '" + text + "' is not a number such as 2 or 1.2");
    }
    int dot = text.indexOf('.');
    long fence = dot < 0 ? newest(rows, turn) : Long.parseLong(text.substring(0, dot));
    int number =
        text.isEmpty()
            ? last(rows, session, turn, fence)
            : Integer.parseInt(text.substring(dot + 1));
    return new PastStep(session, turn, fence, number);
  }

  private static long newest(Rows rows, String turn) {
    return rows.first(
            "SELECT fence FROM events INDEXED BY events_of_attempts WHERE activation = ? AND type ="
                + " 'turn.started' ORDER BY fence DESC LIMIT 1",
            row -> row.number("fence"),
            turn)
        .orElseThrow(SessionException::notStarted);
  }

  private static int last(Rows rows, long session, String turn, long fence) {
    return (int)
        rows.number(
            "SELECT max(abs(step) % ?) AS n FROM (SELECT step FROM ledger WHERE activation"
                + " = ? AND fence = ? UNION ALL SELECT step FROM traces WHERE session = ? AND"
                + " activation = ? AND fence = ? UNION ALL SELECT 1)",
            MODELS, turn, fence, session, turn, fence);
  }

  /** Returns the beginning of the ids of the events of a step, without a dot at its end. */
  String events(int step) {
    return "%s.%d.%d".formatted(turn, fence, step);
  }

  /** Returns the step as traces name it. */
  public String name() {
    return fence + "." + number;
  }
}
