package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests that share a home and its daemon. Each has agents of its own, of which nothing stays. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneHome {
  Otters otters;

  /** Makes the home. */
  abstract Otters fresh() throws IOException;

  @BeforeAll
  void openTheHome() throws IOException {
    otters = fresh();
  }

  @AfterEach
  void removeTheAgents() {
    otters.removeAgents();
  }

  @AfterAll
  void closeTheHome() throws IOException {
    otters.close();
  }
}
