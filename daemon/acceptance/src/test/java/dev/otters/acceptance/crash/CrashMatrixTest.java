package dev.otters.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of the crash matrix: {@code ./gradlew crashMatrix} runs all cells. */
@Tag("bubblewrap")
class CrashMatrixTest {
  private static final List<Cell> CELLS =
      List.of(
          cell(Point.ANSWER_BEGUN, Victim.CLI),
          cell(Point.CALLS_RECEIVED, Victim.DAEMON),
          cell(Point.TOOL_RUNNING, Victim.RUNTIME),
          cell(Point.TOOL_ENDED, Victim.SANDBOX),
          cell(Point.ANSWER_STORED, Victim.DAEMON),
          new Cell("bubblewrap", Scenario.PROMOTE, Point.FILES_STORED, Victim.DAEMON));

  private static Cell cell(Point point, Victim victim) {
    return new Cell("bubblewrap", Scenario.TOOL, point, victim);
  }

  @Test
  void nothingIsLostAndNothingHappensTwice() throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    CrashMatrix matrix = new CrashMatrix(new PrintStream(printed, true, StandardCharsets.UTF_8));

    matrix.run(Arena::inBubblewrap, CELLS);
    matrix.end();

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .endsWith("crash matrix: " + CELLS.size() + " cells, 0 violations\n");
  }
}
