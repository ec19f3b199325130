package dev.otters.bench.report;

import java.util.List;
import java.util.Optional;

/**
 * Is one line of the table.
 *
 * @param name what was measured
 * @param baseline what it is compared with, measured in the same run
 * @param goals what it should reach; may be empty
 * @param peers what others reach, measured earlier on this kind of machine; may be empty
 */
public record Figure(
    String name, Quantity measured, Optional<Baseline> baseline, List<Goal> goals, String peers) {
  /** Is what a figure is compared with. */
  public record Baseline(String name, Quantity quantity) {}

  /** Says how the figure stands to its goals. */
  public enum Verdict {
    /** Every goal is reached. */
    MET,
    /** At least one goal is not reached. */
    MISSED,
    /** There is no goal, or none that can be judged. */
    OPEN
  }

  /** Copies the goals. */
  public Figure {
    goals = List.copyOf(goals);
  }

  /** Makes a figure without baseline, goals and peers. */
  public static Figure of(String name, Quantity measured) {
    return new Figure(name, measured, Optional.empty(), List.of(), "");
  }

  /** Makes the same figure compared with something. */
  public Figure against(String what, Quantity quantity) {
    return new Figure(name, measured, Optional.of(new Baseline(what, quantity)), goals, peers);
  }

  /** Makes the same figure with goals. */
  public Figure goal(Goal... wanted) {
    return new Figure(name, measured, baseline, List.of(wanted), peers);
  }

  /** Makes the same figure with what others reach. */
  public Figure peers(String text) {
    return new Figure(name, measured, baseline, goals, text);
  }

  /** Returns the figure's median divided by the baseline's. */
  public Optional<Double> ratio() {
    return baseline.map(b -> measured.samples().median() / b.quantity().samples().median());
  }

  /** Says whether the goals are reached. */
  public Verdict verdict() {
    List<Boolean> judged = goals.stream().flatMap(goal -> goal.isMet(this).stream()).toList();
    if (judged.isEmpty()) {
      return Verdict.OPEN;
    }
    return judged.stream().allMatch(met -> met) ? Verdict.MET : Verdict.MISSED;
  }
}
