package dev.otters.agentfile.parser;

import dev.otters.agentfile.AgentfileBuilder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds what the lines so far have declared. */
final class Draft {
  private final AgentfileBuilder builder = new AgentfileBuilder();
  private final Map<String, Integer> lines = new HashMap<>();
  private Map<String, Integer> configs = new HashMap<>();
  private final Problems problems;
  private final Expander expander;

  Draft(Problems problems, Expander expander) {
    this.problems = problems;
    this.expander = expander;
  }

  AgentfileBuilder builder() {
    return builder;
  }

  Expander expander() {
    return expander;
  }

  Problems problems() {
    return problems;
  }

  /** Warns when this replaces an earlier declaration; {@code what} is such as {@code BIN jq}. */
  void declare(String what, Token token) {
    warn(what, token, lines.put(what, token.spot().line()));
  }

  /** Warns like {@link #declare} about a CONFIG that still counts. */
  void declareConfig(String key, Token token) {
    warn("CONFIG " + key, token, configs.put(key, token.spot().line()));
  }

  /** Forgets the CONFIGs so far, with a warning when there are any. */
  void dropConfigs(Token runtime) {
    if (!configs.isEmpty()) {
      problems.warning(runtime.spot(), "RUNTIME drops the CONFIG lines above it");
      configs = new HashMap<>();
    }
  }

  private void warn(String what, Token token, @Nullable Integer earlier) {
    if (earlier != null) {
      problems.warning(token.spot(), what + " replaces the one of line " + earlier);
    }
  }
}
