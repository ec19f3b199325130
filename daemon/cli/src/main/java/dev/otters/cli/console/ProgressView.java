package dev.otters.cli.console;

import dev.otters.api.Progress;

/** Shows the progress of long work on standard error. */
public interface ProgressView extends AutoCloseable {
  /** Shows a step. */
  void show(Progress progress);

  /** Ends the display and removes outdated lines. An interrupt ends it as well. */
  @Override
  void close();

  /** Returns bars for a terminal, one line per phase for anything else. */
  static ProgressView of(Console console) {
    return console.terminal().err() && console.terminal().colour()
        ? new ProgressBars(console, System::nanoTime)
        : new ProgressLines(console);
  }

  /** Returns a display that shows nothing. */
  static ProgressView none() {
    return new ProgressView() {
      @Override
      public void show(Progress progress) {}

      @Override
      public void close() {}
    };
  }
}
