package dev.otters.bench.figure;

import dev.otters.bench.report.Report;
import dev.otters.bench.run.Workbench;
import java.io.IOException;

/** A group of figures that are measured together. */
public interface Group {
  /** Returns the name of the group on the command line. */
  String name();

  /** Measures the figures. */
  Report measure(Workbench bench) throws IOException, InterruptedException;
}
