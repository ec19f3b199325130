package dev.otters.cli.console;

import dev.otters.api.Progress;
import java.util.HashMap;
import java.util.Map;

/** Writes one line for each phase that an item enters. */
final class ProgressLines implements ProgressView {
  private final Console console;
  private final Map<String, String> phases = new HashMap<>();

  ProgressLines(Console console) {
    this.console = console;
  }

  @Override
  public void show(Progress progress) {
    if (progress.phase().equals(phases.put(progress.item(), progress.phase()))) {
      return;
    }
    String size = Sizes.counts(progress) ? " (" + Sizes.of(progress.total()) + ")" : "";
    console.note(Console.harmless(progress.phase() + " " + progress.item() + size).strip());
  }

  @Override
  public void close() {}
}
