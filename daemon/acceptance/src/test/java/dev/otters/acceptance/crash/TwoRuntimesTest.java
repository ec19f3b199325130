package dev.otters.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A runtime that stood still, and another one that has its turn. */
class TwoRuntimesTest {
  private static final int ROUNDS = 6;

  @TempDir Path folder;

  @Test
  void aRuntimeThatWakesUpLateWritesNothingAndEnds() throws IOException {
    try (Rivals rivals = new Rivals(folder, 1)) {
      assertThat(rivals.run(ROUNDS)).isEmpty();
      assertThat(rivals.taken()).isPositive();
    }
  }
}
