package dev.otters.acceptance.crash;

import java.util.Locale;

/** The processes that are killed or stopped. */
enum Victim {
  /** The {@code otters prompt} that waits for the answer. */
  CLI,
  DAEMON,
  /** The program inside the sandbox. */
  RUNTIME,
  /** The first process of the sandbox, with which all others end. */
  SANDBOX,
  /** The container engine. */
  ENGINE,
  /** A second daemon of the home, which must be refused. */
  SECOND_DAEMON,
  /** The daemon, which is not killed but stands still for a while. */
  STOPPED_DAEMON,
  /** The runtime, which is not killed but stands still for a while. */
  STOPPED_RUNTIME;

  /** Returns whether its end is that of a runtime, which the daemon replaces. */
  boolean isOfTheSandbox() {
    return this == RUNTIME || this == SANDBOX || this == ENGINE;
  }

  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
