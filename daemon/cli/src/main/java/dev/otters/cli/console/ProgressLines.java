package dev.otters.cli.console;

import dev.otters.api.Progress;
import java.util.HashMap;
import java.util.Map;

/** Writes one line for each phase of an item, and for each quarter of a large transfer. */
final class ProgressLines implements ProgressView {
  private static final long LARGE = 10_000_000;

  private final Console console;
  private final Map<String, String> phases = new HashMap<>();
  private final Map<String, Long> quarters = new HashMap<>();
  private boolean closed;

  ProgressLines(Console console) {
    this.console = console;
  }

  @Override
  public synchronized void show(Progress progress) {
    if (closed) {
      return;
    }
    if (progress.phase().equals(phases.put(progress.item(), progress.phase()))) {
      showQuarter(progress);
      return;
    }
    quarters.put(progress.item(), quarter(progress));
    String size = Sizes.counts(progress) ? " (" + Sizes.of(progress.total()) + ")" : "";
    console.note(Console.harmless(progress.phase() + " " + progress.item() + size).strip());
  }

  private void showQuarter(Progress progress) {
    if (!Sizes.counts(progress) || progress.total() < LARGE) {
      return;
    }
    long now = quarter(progress);
    Long before = quarters.put(progress.item(), now);
    if (before != null && now > before) {
      String size = Sizes.of(progress.done()) + " of " + Sizes.of(progress.total());
      console.note(
          Console.harmless(
              progress.phase() + " " + progress.item() + " " + 25 * now + "% (" + size + ")"));
    }
  }

  private static long quarter(Progress progress) {
    return progress.total() == 0 ? 0 : 4 * progress.done() / progress.total();
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
