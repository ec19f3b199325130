package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** A hostile tool in bubblewrap. */
@Tag("bubblewrap")
class BubblewrapHardeningTest extends Hardening {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }
}
