package dev.otters.acceptance;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Sessions with a container of their own. */
@Tag("docker")
class SessionScopeTest extends SessionScope {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  long running() {
    return otters.containers().stream().filter(it -> it.getState().equals("running")).count();
  }
}
