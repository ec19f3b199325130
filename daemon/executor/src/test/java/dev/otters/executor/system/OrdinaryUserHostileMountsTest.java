package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.Limits;
import dev.otters.executor.testkit.HostileMounts;
import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Checks the mounts of an ordinary user's daemon, which bubblewrap makes without a stage. */
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
