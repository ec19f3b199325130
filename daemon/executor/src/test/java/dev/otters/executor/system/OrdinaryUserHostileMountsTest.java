package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.Limits;
import dev.otters.executor.testkit.HostileMounts;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Where the daemon is an ordinary user, nobody stages the mounts: bubblewrap makes them itself. */
@Tag("bubblewrap")
class OrdinaryUserHostileMountsTest extends HostileMounts {
  OrdinaryUserHostileMountsTest() {
    super(SystemFixture.FIXTURE);
  }

  @Override
  protected Executor open() throws IOException {
    AsOrdinaryUser user = AsOrdinaryUser.in(temp, folders);
    folders = user.folders();
    limits = Limits.DEFAULT;
    return user.open(home);
  }
}
