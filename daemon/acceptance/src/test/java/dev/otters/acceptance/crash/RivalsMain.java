package dev.otters.acceptance.crash;

import dev.otters.acceptance.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Lets one of two runtimes wake up late in many rounds: {@code ./gradlew twoRuntimes}. */
final class RivalsMain {
  private RivalsMain() {}

  /**
   * Plays rounds, and ends with 1 if there was a violation.
   *
   * @param arguments the number of rounds and the seed
   */
  public static void main(String[] arguments) throws IOException {
    int rounds = Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("otters-");
    List<String> violations;
    try (Rivals rivals = new Rivals(folder, Long.parseLong(arguments[1]))) {
      violations = rivals.run(rounds);
      violations.forEach(System.out::println);
      System.out.printf(
          "two runtimes: %d rounds, %d turns taken over, %d violations%n",
          rounds, rivals.taken(), violations.size());
    }
    Trees.delete(folder);
    System.exit(violations.isEmpty() ? 0 : 1);
  }
}
