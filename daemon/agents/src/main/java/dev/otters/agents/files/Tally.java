package dev.otters.agents.files;

import dev.otters.api.agent.CopyReport;
import java.util.ArrayList;
import java.util.List;

/** Counts what a copy does, and keeps the first notes about what it leaves out. */
final class Tally {
  private static final int MOST_NOTES = 20;
  private static final int LONGEST = 200;

  private final List<String> notes = new ArrayList<>();
  private long files;
  private long bytes;
  private long more;
  private boolean complete = true;

  void count(long size) {
    files++;
    bytes += size;
  }

  /** Notes what should have been copied and was not, or not in one state. */
  void lost(String path, String why) {
    complete = false;
    left(path, why);
  }

  /** Notes what cannot be copied. */
  void left(String path, String why) {
    if (notes.size() == MOST_NOTES) {
      more++;
      return;
    }
    int cut = path.length() - LONGEST;
    notes.add((cut > 0 ? "…" + path.substring(cut) : path) + ": " + why);
  }

  CopyReport report() {
    return new CopyReport(files, bytes, complete, List.copyOf(notes), more);
  }
}
