package dev.otters.agents.deaths;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What differs between the end of a scenario with deaths and that of the undisturbed one.
 *
 * @param lost the acknowledged messages that are not in the log or not dealt with
 * @param effects the calls that had their effect more than once
 * @param answers the messages that were answered more than once, and the answers paid again
 * @param outcomes everything else
 */
record Comparison(
    List<String> lost, List<String> effects, List<String> answers, List<String> outcomes) {
  static Comparison of(Ending undisturbed, Ending ending) {
    List<String> outcomes = new ArrayList<>(ending.faults());
    differ(outcomes, "story", undisturbed.story(), ending.story());
    differ(outcomes, "messages", undisturbed.users(), ending.users());
    differ(outcomes, "calls", undisturbed.results().keySet(), ending.results().keySet());
    ending
        .results()
        .forEach(
            (call, result) -> {
              String expected = undisturbed.results().getOrDefault(call, "no call");
              boolean cutOff = result.equals(Ending.UNKNOWN) && !ending.deaths().isEmpty();
              if (!result.equals(expected) && !cutOff) {
                outcomes.add("%s: %s, not %s".formatted(call, result, expected));
              }
            });
    effects(outcomes, undisturbed, ending);
    return new Comparison(
        ending.acknowledged().stream().filter(id -> !isDealtWith(undisturbed, ending, id)).toList(),
        repeated(ending.effects()),
        join(repeated(ending.answered()), ending.paidAgain()),
        outcomes);
  }

  /** An effect belongs to a result, or nobody knows whether it happened. */
  private static void effects(List<String> outcomes, Ending undisturbed, Ending ending) {
    Set<String> happened = new HashSet<>(ending.effects());
    for (String call : undisturbed.effects()) {
      boolean known = Ending.OK.equals(ending.results().get(call));
      if (known && !happened.contains(call)) {
        outcomes.add(call + " has a result and had no effect");
      }
    }
    happened.removeAll(undisturbed.effects());
    happened.forEach(call -> outcomes.add(call + " must have no effect"));
  }

  private static boolean isDealtWith(Ending undisturbed, Ending ending, String id) {
    boolean answered = !undisturbed.answered().contains(id) || ending.answered().contains(id);
    return ending.users().contains(id) && answered;
  }

  private static void differ(List<String> outcomes, String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      outcomes.add("%s: %s, not %s".formatted(what, found, expected));
    }
  }

  private static List<String> repeated(List<String> all) {
    Set<String> seen = new HashSet<>();
    return all.stream().filter(one -> !seen.add(one)).toList();
  }

  private static List<String> join(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return both;
  }

  boolean isClean() {
    return lost.isEmpty() && effects.isEmpty() && answers.isEmpty() && outcomes.isEmpty();
  }

  /** Returns how many differences there are, of each kind. */
  Map<String, Integer> counts() {
    return Map.of(
        "lost", lost.size(),
        "effects", effects.size(),
        "answers", answers.size(),
        "outcomes", outcomes.size());
  }
}
