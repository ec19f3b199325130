package dev.otters.bench.report;

import java.util.List;
import java.util.Optional;

/**
 * One line of the table.
 *
 * @param name the name of the figure
 * @param baseline a value of the same run to compare with
 * @param goals the goals; may be empty
 * @param peers values of other systems, measured earlier on this kind of machine; may be empty
 */
public record Figure(
    String name, Quantity measured, Optional<Baseline> baseline, List<Goal> goals, String peers) {
  /** A value that a figure is compared with. */
  public record Baseline(String name, Quantity quantity) {}

  /** The result of comparing a figure with its goals. */
  public enum Verdict {
    /** All goals are met. */
    MET,
    /** At least one goal is missed. */
    MISSED,
    /** The figure has no goal, or none that can be checked. */
    OPEN
  }

  /** Creates a figure without a baseline, goals and peers. */
  public static Figure of(String name, Quantity measured) {
    return new Figure(name, measured, Optional.empty(), List.of(), "");
  }

  /** Returns a copy with a baseline. */
  public Figure against(String what, Quantity quantity) {
    return new Figure(name, measured, Optional.of(new Baseline(what, quantity)), goals, peers);
  }

  /** Returns a copy with goals. */
  public Figure goal(Goal... wanted) {
    return new Figure(name, measured, baseline, List.of(wanted), peers);
  }

  /** Returns a copy with values of other systems. */
  public Figure peers(String text) {
    return new Figure(name, measured, baseline, goals, text);
  }

  /** Returns the figure's median divided by the baseline's. */
  public Optional<Double> ratio() {
    return baseline.map(b -> measured.samples().median() / b.quantity().samples().median());
  }

  /** Returns whether the goals are met. */
  public Verdict verdict() {
    List<Boolean> judged = goals.stream().flatMap(goal -> goal.isMet(this).stream()).toList();
    if (judged.isEmpty()) {
      return Verdict.OPEN;
    }
    return judged.stream().allMatch(met -> met) ? Verdict.MET : Verdict.MISSED;
  }
}
