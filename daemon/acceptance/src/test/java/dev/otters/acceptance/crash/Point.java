package dev.otters.acceptance.crash;

import static dev.otters.acceptance.crash.Scenario.CUSTOM;
import static dev.otters.acceptance.crash.Scenario.GATED;
import static dev.otters.acceptance.crash.Scenario.LONG;
import static dev.otters.acceptance.crash.Scenario.PROMOTE;
import static dev.otters.acceptance.crash.Scenario.RESTORE;
import static dev.otters.acceptance.crash.Scenario.SCOPED;
import static dev.otters.acceptance.crash.Scenario.SERVER;
import static dev.otters.acceptance.crash.Scenario.TOOL;
import static dev.otters.acceptance.crash.Scenario.WAKE;

import java.util.List;
import java.util.Locale;

/** The steps at which processes are killed, in their order. */
enum Point {
  MESSAGE_RECEIVED(TOOL),
  MESSAGE_STORED(TOOL, SCOPED),
  TURN_LEASED(TOOL, SCOPED),
  ANSWER_BEGUN(TOOL),
  CALLS_RECEIVED(TOOL),
  CALLS_STORED(TOOL),
  TOOL_RUNNING(TOOL, SCOPED),
  TOOL_ENDED(TOOL, SCOPED),
  RESULT_STORED(TOOL, SCOPED),
  ANSWER_RECEIVED(TOOL),
  ANSWER_STORED(TOOL, SCOPED),
  CALL_ALLOWED(GATED, PROMOTE, RESTORE, SERVER),
  ALLOWED_CALL_RUNNING(GATED, SERVER),
  ALLOWED_CALL_ENDED(GATED, PROMOTE, RESTORE, SERVER),
  ALLOWED_CALL_STORED(GATED, SERVER),
  FILES_STORED(PROMOTE, RESTORE),
  FILES_WRITTEN(PROMOTE, RESTORE),
  SUMMARY_RECEIVED(LONG),
  SUMMARY_STORED(LONG),
  WAKE_DUE(WAKE),
  WAKE_FIRED(WAKE),
  TURN_PAUSED(CUSTOM),
  CUSTOM_RESULT_RECEIVED(CUSTOM),
  CUSTOM_RESULT_STORED(CUSTOM),
  MIRROR_BEHIND(TOOL),
  MIRROR_WRITTEN(TOOL),
  SESSION_REMOVED(TOOL, SCOPED),
  FOLDERS_REMOVED(TOOL, SCOPED);

  @SuppressWarnings("ImmutableEnumChecker") // It is made by List.of.
  private final List<Scenario> scenarios;

  Point(Scenario... scenarios) {
    this.scenarios = List.of(scenarios);
  }

  /** Returns what can be under way there. */
  List<Scenario> scenarios() {
    return scenarios;
  }

  /** Returns the name of its files. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns whether a tool of the matrix reaches it, and not the product. */
  boolean isInATool() {
    return this == TOOL_RUNNING || this == ALLOWED_CALL_RUNNING;
  }

  /** Returns whether it is reached in the sandbox, and not in the daemon. */
  boolean isInSandbox() {
    return isInATool() || this == TOOL_ENDED;
  }

  /** Returns whether the client's command that sends a result comes to it. */
  boolean isOfAResult() {
    return this == CUSTOM_RESULT_RECEIVED || this == CUSTOM_RESULT_STORED;
  }

  /** Returns whether the command that removes a session leads to it. */
  boolean isOfARemoval() {
    return this == SESSION_REMOVED || this == FOLDERS_REMOVED;
  }

  /** Returns whether a session with a sandbox of its own has it then, and keeps it. */
  boolean hasASandbox() {
    return this != MESSAGE_STORED && !isOfARemoval();
  }

  /**
   * Returns whether another runtime can take over only after it: an answer arrives meanwhile, or
   * the durable files are being written, which a start waits for.
   */
  boolean holdsTheStart() {
    return this == ANSWER_BEGUN || this == FILES_STORED || this == FILES_WRITTEN;
  }

  /**
   * Returns how many requests to the model a kill may cost: one, if an answer may arrive meanwhile
   * that the daemon has not read to its end. After some steps, the turn goes on during the kill.
   */
  int lostRequests() {
    return switch (this) {
      case ANSWER_BEGUN,
          MESSAGE_STORED,
          ALLOWED_CALL_STORED,
          WAKE_FIRED,
          CUSTOM_RESULT_STORED,
          MIRROR_BEHIND,
          MIRROR_WRITTEN ->
          1;
      default -> 0;
    };
  }
}
