package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** A daemon that is killed in the middle of turns, on bubblewrap. */
@Tag("bubblewrap")
class BubblewrapDaemonCrashTest extends DaemonCrash {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }

  @Override
  int kills() {
    return 15;
  }
}
