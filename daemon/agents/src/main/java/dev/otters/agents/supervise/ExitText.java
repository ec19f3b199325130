package dev.otters.agents.supervise;

import dev.otters.agents.rows.Reason;
import dev.otters.executor.Exit;
import java.util.Map;
import java.util.Optional;

/** Describes the ends of sandboxes. */
public final class ExitText {
  private static final Map<Integer, String> SIGNALS =
      Map.ofEntries(
          Map.entry(1, "SIGHUP"),
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL"),
          Map.entry(6, "SIGABRT"),
          Map.entry(7, "SIGBUS"),
          Map.entry(8, "SIGFPE"),
          Map.entry(9, "SIGKILL"),
          Map.entry(11, "SIGSEGV"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(15, "SIGTERM"),
          Map.entry(24, "SIGXCPU"),
          Map.entry(25, "SIGXFSZ"),
          Map.entry(31, "SIGSYS"));

  private ExitText() {}

  /** Returns the name of the signal that ended a sandbox, if any. */
  public static Optional<String> signal(Exit exit) {
    return exit.signal().stream()
        .mapToObj(number -> SIGNALS.getOrDefault(number, "signal " + number))
        .findFirst();
  }

  /** Returns whether the end was regular. */
  static boolean clean(Exit exit) {
    return exit.code() == 0 && !exit.oom();
  }

  static Reason reason(Exit exit) {
    return exit.oom() ? Reason.OOM : Reason.CRASHED;
  }

  /** Describes an end as the rest of a sentence that begins with "the runtime". */
  static String describe(Exit exit) {
    if (exit.oom()) {
      return "was killed because the sandbox ran out of memory";
    }
    if (exit.code() == Exit.UNKNOWN) {
      return "is gone: its sandbox was removed from outside";
    }
    return signal(exit)
        .map(name -> "was ended by " + name)
        .orElseGet(() -> "ended with exit code " + exit.code());
  }
}
