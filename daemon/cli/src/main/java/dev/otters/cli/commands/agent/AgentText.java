package dev.otters.cli.commands.agent;

import dev.otters.api.agent.AgentState;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.ExitView;
import dev.otters.cli.console.Times;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Describes the state of agents. */
public final class AgentText {
  private AgentText() {}

  /** Returns the text of the status column. */
  public static String status(AgentSummary agent, Instant now) {
    String marker = unsandboxed(agent.executor()) ? "unsandboxed, " : "";
    return marker + doing(agent, now);
  }

  /** Returns whether an executor runs agents without a sandbox. */
  static boolean unsandboxed(String executor) {
    return executor.equals("unsandboxed");
  }

  private static String doing(AgentSummary agent, Instant now) {
    AgentState state = agent.state();
    ExitView exit = state.exit();
    return switch (state.status()) {
      case READY, WORKING -> state.status() + since(state.startedAt(), now);
      case STOPPED ->
          "stopped" + (exit == null ? "" : " " + lower(Times.ago(exit.finishedAt(), now)));
      case FAILED ->
          "failed"
              + (exit == null
                  ? reason(state)
                  : ended(exit) + " " + lower(Times.ago(exit.finishedAt(), now)));
      default -> state.status().toString();
    };
  }

  private static String since(@Nullable Instant start, Instant now) {
    return start == null ? "" : " for " + lower(Times.span(Duration.between(start, now)));
  }

  private static String reason(AgentState state) {
    return state.reason() == null ? "" : ": " + state.reason();
  }

  private static String ended(ExitView exit) {
    return exit.outOfMemory() ? " (out of memory)" : " (" + exit.code() + ")";
  }

  private static String lower(String words) {
    return Character.toLowerCase(words.charAt(0)) + words.substring(1);
  }
}
