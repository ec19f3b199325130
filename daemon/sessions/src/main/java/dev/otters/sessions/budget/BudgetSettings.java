package dev.otters.sessions.budget;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The budgets that CONFIG keys such as {@code budget-session-tokens} set. */
public record BudgetSettings(Map<String, String> configs) {
  /** The tokens of a session unless a key says otherwise. */
  private static final long DEFAULT_SESSION_TOKENS = 5_000_000;

  private static final List<Scope> SCOPES = List.of(Scope.SESSION, Scope.AGENT, Scope.DAY);
  private static final String PREFIX = "budget-";

  /** Copies the values. */
  public BudgetSettings {
    configs = Map.copyOf(configs);
  }

  /**
   * Returns the values that replace those of an image: the operator's, and the default where the
   * image sets a larger limit. An image may only lower a default.
   *
   * @param image the values of the image
   * @param operator the values that the operator gave
   */
  public static Map<String, String> replacing(
      Map<String, String> image, Map<String, String> operator) {
    Map<String, String> values = new LinkedHashMap<>();
    if (new BudgetSettings(image).limit(Scope.SESSION).tokens() > DEFAULT_SESSION_TOKENS) {
      values.put(key(Scope.SESSION, Unit.TOKENS), Long.toString(DEFAULT_SESSION_TOKENS));
    }
    values.putAll(operator);
    return values;
  }

  /** Returns the limits of a scope. A value that is not valid counts as 0. */
  Amount limit(Scope scope) {
    return new Amount(limit(scope, Unit.TOKENS), limit(scope, Unit.COST));
  }

  private long limit(Scope scope, Unit unit) {
    String text = configs.get(key(scope, unit));
    if (text == null) {
      return scope == Scope.SESSION && unit == Unit.TOKENS
          ? DEFAULT_SESSION_TOKENS
          : Amount.UNLIMITED;
    }
    try {
      return unit.read(text);
    } catch (IllegalArgumentException _) {
      return 0;
    }
  }

  /** Returns the scopes whose limits these values set. */
  public Set<Scope> scopes() {
    return SCOPES.stream()
        .filter(scope -> Stream.of(Unit.values()).anyMatch(u -> configs.containsKey(key(scope, u))))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static String key(Scope scope, Unit unit) {
    return PREFIX + scope + "-" + unit;
  }

  /** Returns the problems with the values. */
  public List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    for (Scope scope : SCOPES) {
      for (Unit unit : Unit.values()) {
        String key = key(scope, unit);
        if (configs.containsKey(key) && !valid(unit, configs.getOrDefault(key, ""))) {
          complaints.add("CONFIG " + key + " must be " + unit.expected());
        }
      }
    }
    return complaints;
  }

  private static boolean valid(Unit unit, String text) {
    try {
      return unit.read(text) >= 0;
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /**
   * Returns the values in force, by keys without their prefix; without those that are unlimited.
   */
  public Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Scope scope : SCOPES) {
      for (Unit unit : Unit.values()) {
        if (limit(scope, unit) != Amount.UNLIMITED) {
          String key = key(scope, unit);
          texts.put(
              key.substring(PREFIX.length()),
              configs.getOrDefault(key, Long.toString(DEFAULT_SESSION_TOKENS)));
        }
      }
    }
    return texts;
  }
}
