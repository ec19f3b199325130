package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** A daemon that is killed in the middle of turns, on Docker. */
@Tag("docker")
class DaemonCrashTest extends DaemonCrash {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  int kills() {
    return 25;
  }
}
