package dev.otters.agentfile.parser;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.Declaration;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.Places;
import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The declarations of the lines so far. */
final class Draft {
  private static final int MOST_LISTED = 30;

  private final List<Declaration> declarations = new ArrayList<>();
  private final Map<String, Token> neededBins = new LinkedHashMap<>();
  private final Set<String> bins = new LinkedHashSet<>();
  private final Map<String, Spot> places = new HashMap<>();
  private String from = Agentfile.SCRATCH;
  private int runtimeLine;
  private int configLine;
  private final Problems problems;
  private final Expander expander;

  Draft(Problems problems, Expander expander) {
    this.problems = problems;
    this.expander = expander;
  }

  Expander expander() {
    return expander;
  }

  /** Reports a warning at an operand. */
  void warn(
      ProblemCode code, Token operand, String message, Supplier<Optional<String>> suggestion) {
    problems.warning(code, operand.spot(), message, suggestion);
  }

  Agentfile agentfile(String source) {
    return new Agentfile(source, Agentfile.SYNTAX, from, declarations);
  }

  /** Sets the parent, whose directives the parser does not know. */
  void from(Token parent) {
    from = parent.text();
    places.put(Positions.key("FROM", from), parent.spot());
  }

  /** Adds a declaration whose repetition is no mistake. */
  void add(Declaration declaration) {
    declarations.add(declaration);
  }

  /** Adds a declaration, with a warning if it replaces an earlier one. */
  void declare(Declaration declaration, Token name) {
    declare(declaration, name, name);
  }

  /**
   * Adds a declaration like {@link #declare(Declaration, Token)}; later findings are at an operand.
   */
  void declare(Declaration declaration, Token name, Token operand) {
    add(declaration);
    String key = Positions.key(declaration.directive(), declaration.name());
    Spot earlier = places.put(key, operand.spot());
    boolean config = declaration instanceof Config;
    if (earlier != null && !(config && earlier.line() < runtimeLine)) {
      String what = declaration instanceof Agentfile.Label ? "LABEL " + name.shown() : key;
      problems.warning(
          ProblemCode.REPLACED,
          name.spot(),
          what.strip() + " replaces the one of line " + earlier.line());
    }
    if (config) {
      configLine = name.spot().line();
    }
  }

  /** Adds a RUNTIME, with a warning if there are CONFIGs for an earlier one. */
  void runtime(Token image) {
    declare(new Agentfile.Runtime(ImageName.of(image.text())), image);
    if (configLine > runtimeLine) {
      problems.warning(
          ProblemCode.CONFIGS_DROPPED, image.spot(), "RUNTIME drops the CONFIG lines above it");
    }
    runtimeLine = image.spot().line();
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
    boolean hasParent = !from.equals(Agentfile.SCRATCH);
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
}
