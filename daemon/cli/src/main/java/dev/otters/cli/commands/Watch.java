package dev.otters.cli.commands;

import java.time.Duration;

/** The rounds of commands that look again and again. */
public final class Watch {
  private static final Duration ROUND = Duration.ofSeconds(1);

  private Watch() {}

  /** Waits for the next look. Returns false when the command is interrupted. */
  public static boolean pause() {
    try {
      Thread.sleep(ROUND);
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
