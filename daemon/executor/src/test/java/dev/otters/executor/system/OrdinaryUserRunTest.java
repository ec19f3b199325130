package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.Limits;
import java.io.IOException;

/** Checks runs of a daemon of an ordinary user, who has no cgroups. */
class OrdinaryUserRunTest extends BubblewrapRunTest {
  @Override
  protected Executor open() throws IOException {
    limits = Limits.DEFAULT;
    AsOrdinaryUser user = AsOrdinaryUser.in(temp, folders);
    folders = user.folders();
    return user.open(home);
  }
}
