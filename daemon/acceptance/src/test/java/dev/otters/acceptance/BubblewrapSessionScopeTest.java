package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Sessions with a bubblewrap sandbox of their own. */
@Tag("bubblewrap")
class BubblewrapSessionScopeTest extends SessionScope {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }

  @Override
  long running() {
    return otters.sandboxes().size();
  }
}
