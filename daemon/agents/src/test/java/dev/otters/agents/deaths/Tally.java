package dev.otters.agents.deaths;

import java.util.List;
import java.util.Locale;

/**
 * The numbers of a scenario.
 *
 * @param commits the commits of the undisturbed run
 * @param messages its requests of the runtime and their answers
 * @param deaths the deaths that happened, with those by SIGKILL
 * @param outcomes the differences that are neither lost messages nor repetitions
 */
record Tally(
    String name,
    int commits,
    int messages,
    int deaths,
    int kills,
    int lost,
    int effects,
    int answers,
    int outcomes) {
  private static final String TAB = "\t";

  static Tally of(Scenario scenario, Ending undisturbed) {
    Ending.Counts counts = undisturbed.counts();
    int messages = counts.requests() + counts.answers();
    return new Tally(scenario.title(), counts.commits(), messages, 0, 0, 0, 0, 0, 0);
  }

  /** Adds the deaths of a run, and what differed after them. */
  Tally plus(int more, boolean killed, Comparison found) {
    return new Tally(
        name,
        commits,
        messages,
        deaths + more,
        kills + (killed ? 1 : 0),
        lost + found.lost().size(),
        effects + found.effects().size(),
        answers + found.answers().size(),
        outcomes + found.outcomes().size());
  }

  /** Returns the sum of all scenarios. */
  static Tally sum(List<Tally> all) {
    Tally sum = new Tally("all", 0, 0, 0, 0, 0, 0, 0, 0);
    for (Tally one : all) {
      sum =
          new Tally(
              "all",
              sum.commits + one.commits,
              sum.messages + one.messages,
              sum.deaths + one.deaths,
              sum.kills + one.kills,
              sum.lost + one.lost,
              sum.effects + one.effects,
              sum.answers + one.answers,
              sum.outcomes + one.outcomes);
    }
    return sum;
  }

  /** Returns the last line of a run. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "deaths: %,d (%,d by SIGKILL), %d lost messages, %d repeated effects, %d repeated answers,"
            + " %d different outcomes",
        deaths,
        kills,
        lost,
        effects,
        answers,
        outcomes);
  }

  /** Returns the line of the file. */
  String line() {
    List<Integer> numbers =
        List.of(commits, messages, deaths, kills, lost, effects, answers, outcomes);
    return name + TAB + String.join(TAB, numbers.stream().map(String::valueOf).toList());
  }

  /** Reads a line of the file. */
  static Tally read(String line) {
    String[] columns = line.split(TAB, -1);
    int[] it = new int[columns.length];
    for (int i = 1; i < columns.length; i++) {
      it[i] = Integer.parseInt(columns[i]);
    }
    return new Tally(columns[0], it[1], it[2], it[3], it[4], it[5], it[6], it[7], it[8]);
  }

  /** Returns the row of the page. */
  String row() {
    return String.format(
        Locale.ROOT, "| %s | %d | %d | %,d | %,d |", name, commits, messages, deaths, kills);
  }
}
