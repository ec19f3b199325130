package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Death.Moment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;

/** Counts the moments of a session, and says who dies. Used under the lock of its world. */
final class Fate {
  private final Queue<Death> next;
  private final List<Death> met = new ArrayList<>();
  private final Map<Moment, Integer> counts = new EnumMap<>(Moment.class);

  Fate(Collection<Death> deaths) {
    next = new ArrayDeque<>(deaths);
  }

  /** Counts a moment, and returns the death that comes with it. */
  Optional<Death> at(Moment moment) {
    int number = counts.merge(moment, 1, Integer::sum);
    Death death = next.peek();
    if (death == null || death.moment() != moment || death.number() != number) {
      return Optional.empty();
    }
    counts.clear();
    return Optional.of(next.remove());
  }

  /** Notes a death that has happened. */
  void met(Death death) {
    met.add(death);
  }

  /** Returns the deaths so far. */
  List<Death> met() {
    return List.copyOf(met);
  }

  /** Returns how often a moment came since the last death. */
  int count(Moment moment) {
    return counts.getOrDefault(moment, 0);
  }
}
