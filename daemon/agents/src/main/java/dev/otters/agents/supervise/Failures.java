package dev.otters.agents.supervise;

import dev.otters.agents.logs.AgentLog;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.Reason;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.agent.LogLine;
import dev.otters.executor.ExecutorException;
import dev.otters.oci.OciException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Builds the errors about failed agents. */
public final class Failures {
  private static final int LAST_LINES = 20;

  private Failures() {}

  public static List<LogLine> lastLines(AgentLog log) {
    return log.tail(LAST_LINES, Optional.empty());
  }

  /** Returns the error for an agent that could not be {@code created} or {@code started}. */
  public static RuntimeException of(
      String name, String done, RuntimeException cause, List<LogLine> lines) {
    if (!(cause instanceof AgentFailure failure)) {
      return cause;
    }
    Problem problem =
        Problem.of(
            code(failure.reason()),
            "agent %s could not be %s: %s".formatted(name, done, failure.getMessage()),
            remedy(name, done, failure, lines));
    if (lines.isEmpty()) {
      return new ApiException(problem, failure);
    }
    String text = lines.stream().map(LogLine::text).collect(Collectors.joining("\n"));
    return new ApiException(problem.withDetail("the last lines of its log:\n" + text), failure);
  }

  /** Names the agent's log, of which nothing is left but the last lines after a failed creation. */
  private static String remedy(
      String name, String done, AgentFailure failure, List<LogLine> lines) {
    boolean gone = done.equals("created");
    String log = lines.isEmpty() ? "ottersd.log" : "the lines of its log";
    return failure.remedy().replace("'otters logs'", gone ? log : "'otters logs " + name + "'");
  }

  /** Returns the kind of failure of a start. */
  static Reason reason(RuntimeException cause) {
    return switch (cause) {
      case AgentFailure failure -> failure.reason();
      case OciException image -> Reason.PULL;
      case ExecutorException e when e.reason() == ExecutorException.Reason.MOUNT -> Reason.CONFIG;
      case ExecutorException e when e.reason() == ExecutorException.Reason.LIMIT -> Reason.CONFIG;
      case ExecutorException e when e.reason() == ExecutorException.Reason.UNSUPPORTED ->
          Reason.CONFIG;
      default -> Reason.INIT;
    };
  }

  /** Returns whether the engine was unreachable, which is not the agent's failure. */
  static boolean engineAway(RuntimeException cause) {
    return cause instanceof ExecutorException e
        && (e.reason() == ExecutorException.Reason.ENGINE_LOST
            || e.reason() == ExecutorException.Reason.UNREACHABLE);
  }

  static String message(RuntimeException cause) {
    return String.valueOf(cause.getMessage());
  }

  private static ErrorCode code(Reason reason) {
    return reason == Reason.READINESS_TIMEOUT ? ErrorCode.TIMEOUT : ErrorCode.AGENT_FAILED;
  }
}
