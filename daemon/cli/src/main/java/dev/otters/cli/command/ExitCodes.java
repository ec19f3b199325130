package dev.otters.cli.command;

import dev.otters.api.ErrorCode;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** The exit codes of the command. */
public final class ExitCodes {
  /** The command succeeded. */
  public static final int OK = 0;

  /** The command failed for a reason without a code of its own. */
  public static final int FAILED = 1;

  /** The command line is invalid. */
  public static final int USAGE = 2;

  /** The user interrupted it. */
  public static final int INTERRUPTED = 130;

  private static final Map<String, String> RANGES =
      Map.ofEntries(
          Map.entry("10", "build"),
          Map.entry("20", "registry"),
          Map.entry("30", "executor"),
          Map.entry("40", "model"));

  private ExitCodes() {}

  /** Returns every exit code with its meaning and its problem codes. */
  public static SequencedMap<Integer, String> table() {
    TreeMap<Integer, String> table = new TreeMap<>();
    table.put(OK, "done");
    for (ErrorCode code : ErrorCode.values()) {
      table.merge(
          code.exitCode(),
          meaning(code.exitCode()) + ": `" + code + "`",
          (a, b) -> a + ", `" + code + "`");
    }
    table.put(INTERRUPTED, "interrupted by Ctrl-C");
    return table;
  }

  private static String meaning(int code) {
    return switch (code) {
      case 1 -> "failed";
      case USAGE -> "wrong usage";
      case 3 -> "not found";
      case 4 -> "conflict";
      case 5 -> "denied";
      case 6 -> "daemon unreachable";
      case 7 -> "timeout";
      default -> RANGES.getOrDefault(code / 10 + "0", "failed");
    };
  }
}
