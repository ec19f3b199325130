package dev.otters.cli.console;

import dev.otters.api.Progress;

/** Shows how long work goes on, on standard error. */
public interface ProgressView extends AutoCloseable {
  /** Shows one more step. */
  void show(Progress progress);

  /**
   * Ends the display; what was drawn and is no longer true is taken away, and nothing is drawn any
   * more. An interrupt does so, too.
   */
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
