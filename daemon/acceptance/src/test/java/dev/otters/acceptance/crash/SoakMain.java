package dev.otters.acceptance.crash;

import java.io.IOException;
import java.time.Duration;

/** Runs a soak: {@code ./gradlew soak}. */
final class SoakMain {
  private static final int MEASUREMENTS = 120;
  private static final Duration SHORTEST = Duration.ofSeconds(5);

  private SoakMain() {}

  /**
   * Runs the soak, and ends with 1 if there was a violation.
   *
   * @param arguments the minutes, the number of agents and the seed
   */
  public static void main(String[] arguments) throws IOException {
    Duration length = Duration.ofMinutes(Long.parseLong(arguments[0]));
    Duration interval = length.dividedBy(MEASUREMENTS);
    boolean good;
    try (Soak soak =
        Soak.of(
            SoakMain::print,
            length,
            Integer.parseInt(arguments[1]),
            Long.parseLong(arguments[2]))) {
      good = soak.run(interval.compareTo(SHORTEST) < 0 ? SHORTEST : interval);
      System.out.println(soak.summary());
    }
    System.exit(good ? 0 : 1);
  }

  private static void print(String line) {
    System.out.println(line);
  }
}
