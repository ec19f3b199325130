package dev.otters.acceptance.crash;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs cells in one kind of sandbox, one after the other, and counts the violations. */
final class CrashMatrix {
  private final PrintStream out;
  private int cells;
  private int violations;

  CrashMatrix(PrintStream out) {
    this.out = out;
  }

  /** Makes an empty home for cells. */
  interface Place {
    Arena fresh() throws IOException;
  }

  /** Returns whether cells ran, all without a violation. */
  boolean isGood() {
    return cells > 0 && violations == 0;
  }

  /** Returns all cells of a kind of sandbox, those of one agent together. */
  static List<Cell> all(String sandbox, List<Victim> killed) {
    List<Cell> cells = new ArrayList<>();
    for (Scenario scenario : Scenario.values()) {
      Arrays.stream(Point.values())
          .filter(point -> point.scenarios().contains(scenario))
          .forEach(
              point ->
                  killed.stream()
                      .filter(victim -> isThere(victim, scenario, point))
                      .forEach(victim -> cells.add(new Cell(sandbox, scenario, point, victim))));
    }
    for (Victim victim : List.of(Victim.SECOND_DAEMON, Victim.STOPPED_DAEMON)) {
      cells.addFirst(new Cell(sandbox, Scenario.TOOL, Point.TOOL_RUNNING, victim));
    }
    cells.addFirst(new Cell(sandbox, Scenario.TOOL, Point.TOOL_RUNNING, Victim.STOPPED_RUNTIME));
    return cells;
  }

  /** Returns whether a victim has begun, and has not ended, when a step is reached. */
  private static boolean isThere(Victim victim, Scenario scenario, Point point) {
    return switch (victim) {
      case CLI -> scenario != Scenario.WAKE && !point.isOfARemoval();
      case RUNTIME, SANDBOX -> scenario != Scenario.SCOPED || point.hasASandbox();
      default -> true;
    };
  }

  /** Runs cells in one home. After a cell that broke, the next one gets another home. */
  void run(Place place, List<Cell> wanted) throws IOException {
    List<Cell> left = wanted;
    while (!left.isEmpty()) {
      try (Arena arena = place.fresh()) {
        int done = 0;
        boolean whole = true;
        while (whole && done < left.size()) {
          whole = run(arena, left.get(done));
          done++;
        }
        left = left.subList(done, left.size());
      }
    }
  }

  /** Returns false if the cell did not come to its end. */
  private boolean run(Arena arena, Cell cell) throws IOException {
    cells++;
    long begin = System.nanoTime();
    List<String> found;
    boolean whole = true;
    try {
      found = cell.run(arena);
    } catch (AssertionError broken) {
      found = List.of("broken: " + broken.getMessage());
      whole = false;
    }
    violations += found.size();
    long millis = (System.nanoTime() - begin) / 1_000_000;
    String how = found.isEmpty() ? "reached, ok" : "VIOLATIONS: " + found.size();
    out.printf("%-60s %s, %d ms%n", cell.name(), how, millis);
    found.forEach(violation -> out.println("  " + violation));
    if (!found.isEmpty()) {
      arena
          .log()
          .entries(cell.name())
          .forEach(it -> out.println("    " + it.seq() + " " + it.type() + " " + it.fence()));
    }
    return whole;
  }

  /** Prints the last line. */
  void end() {
    out.printf("crash matrix: %d cells, %d violations%n", cells, violations);
  }
}
