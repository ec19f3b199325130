package dev.otters.agentfile.parser;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.AgentfileBuilder;
import dev.otters.agentfile.Places;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The declarations of the lines so far. */
final class Draft {
  private static final int MOST_LISTED = 30;

  private final AgentfileBuilder builder = new AgentfileBuilder();
  private final Map<String, Integer> lines = new HashMap<>();
  private Map<String, Integer> configs = new HashMap<>();
  private final Map<String, Token> neededBins = new LinkedHashMap<>();
  private final Set<String> bins = new LinkedHashSet<>();
  private final Map<String, Spot> places = new HashMap<>();
  private boolean hasParent;
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

  /** Sets the parent, whose directives the parser does not know. */
  void from(Token parent) {
    hasParent = !parent.text().equals(Agentfile.SCRATCH);
    builder.from(parent.text());
    place("FROM", parent.text(), parent);
  }

  /** Records the operand of a declaration, for later findings. */
  void place(String directive, String name, Token operand) {
    places.put(Positions.key(directive, name), operand.spot());
  }

  Places places() {
    return new Positions(problems.file(), Map.copyOf(places));
  }

  /** Records the name of a BIN line, even of an invalid one. */
  void seeBin(String name) {
    bins.add(name);
  }

  /** Records a use of a BIN, which may be declared on any line. */
  void needBin(String name, Token token) {
    neededBins.putIfAbsent(name, token);
  }

  /** Reports uses of BINs that the file does not declare, unless a parent may. */
  void checkNeededBins() {
    neededBins.keySet().removeIf(it -> hasParent || bins.contains(it));
    List<String> known = bins.stream().limit(MOST_LISTED).toList();
    neededBins.forEach(
        (name, token) ->
            problems.error(
                ProblemCode.UNKNOWN_BIN,
                token.spot(),
                "this file has no BIN " + Quoted.of(name),
                known,
                () -> Suggestions.nearest(name, bins)));
  }

  /**
   * Warns if this replaces an earlier declaration; {@code what} is, for example, {@code BIN jq}.
   */
  void declare(String what, Token token) {
    warn(what, token, lines.put(what, token.spot().line()));
  }

  /** Like {@link #declare}, for a CONFIG. */
  void declareConfig(String key, Token token) {
    warn("CONFIG " + key, token, configs.put(key, token.spot().line()));
  }

  /** Drops the CONFIGs so far, with a warning if there are any. */
  void dropConfigs(Token runtime) {
    if (!configs.isEmpty()) {
      problems.warning(
          ProblemCode.CONFIGS_DROPPED, runtime.spot(), "RUNTIME drops the CONFIG lines above it");
      configs = new HashMap<>();
    }
  }

  private void warn(String what, Token token, @Nullable Integer earlier) {
    if (earlier != null) {
      problems.warning(
          ProblemCode.REPLACED, token.spot(), what + " replaces the one of line " + earlier);
    }
  }
}
