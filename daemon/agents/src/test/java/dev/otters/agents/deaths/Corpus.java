package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Death.Victim;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The deaths of a scenario. */
final class Corpus {
  private static final int MOST = 4;

  private Corpus() {}

  /** Returns every single death, given how many moments the undisturbed scenario has. */
  static List<Death> single(Ending.Counts counts) {
    List<Death> deaths = new ArrayList<>();
    for (Moment moment : Moment.values()) {
      for (Victim victim : Victim.values()) {
        for (int number = 1; number <= counts.of(moment); number++) {
          deaths.add(new Death(moment, victim, number));
        }
      }
    }
    return deaths;
  }

  /** Returns three or four deaths, of which the later ones often hit what follows the first. */
  static List<Death> several(Ending.Counts counts, Random random) {
    List<Death> deaths = new ArrayList<>();
    int wanted = 3 + random.nextInt(MOST - 2);
    while (deaths.size() < wanted) {
      Moment moment = any(Moment.values(), random);
      Victim victim = any(Victim.values(), random);
      int last = Math.max(1, deaths.isEmpty() ? counts.of(moment) : counts.of(moment) / 2);
      deaths.add(new Death(moment, victim, 1 + random.nextInt(last)));
    }
    return deaths;
  }

  /** Returns one of several things. */
  static <T> T any(T[] things, Random random) {
    return things[random.nextInt(things.length)];
  }
}
