package dev.otters.bench.figure;

import dev.otters.bench.report.Report;
import dev.otters.bench.run.Workbench;
import java.io.IOException;

/** Measures figures that belong together. */
public interface Group {
  /** Returns the name by which the group is chosen on the command line. */
  String name();

  /** Measures. */
  Report measure(Workbench bench) throws IOException, InterruptedException;
}
