package dev.otters.acceptance.crash;

import static dev.otters.acceptance.crash.Victim.CLI;
import static dev.otters.acceptance.crash.Victim.DAEMON;
import static dev.otters.acceptance.crash.Victim.ENGINE;
import static dev.otters.acceptance.crash.Victim.RUNTIME;
import static dev.otters.acceptance.crash.Victim.SANDBOX;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Runs the whole matrix: {@code ./gradlew crashMatrix}. */
final class Main {
  private Main() {}

  /**
   * Runs the cells of the given kinds of sandboxes.
   *
   * @param arguments the kinds, each {@code bubblewrap} or {@code docker}, with a comma between
   *     them, and a regular expression that is found in the names of the wanted cells
   */
  public static void main(String[] arguments) throws IOException {
    Predicate<String> wanted = Pattern.compile(arguments[1]).asPredicate();
    CrashMatrix matrix = new CrashMatrix(System.out);
    for (String sandbox : arguments[0].split(",", -1)) {
      List<Cell> cells =
          switch (sandbox) {
            case "bubblewrap" -> CrashMatrix.all(sandbox, List.of(CLI, DAEMON, RUNTIME, SANDBOX));
            case "docker" ->
                CrashMatrix.all(sandbox, List.of(CLI, DAEMON, RUNTIME, SANDBOX, ENGINE));
            default -> throw new IllegalArgumentException("unknown sandbox: " + sandbox);
          };
      matrix.run(
          sandbox.equals("docker") ? Arena::onDocker : Arena::inBubblewrap,
          cells.stream().filter(cell -> wanted.test(cell.name())).toList());
    }
    matrix.end();
    System.exit(matrix.isGood() ? 0 : 1);
  }
}
