package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.Limits;
import dev.otters.executor.testkit.ExecContract;
import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;

/** Checks programs in the sandboxes of a daemon of an ordinary user, who has no cgroups. */
@Tag("bubblewrap")
class OrdinaryUserExecTest extends ExecContract {
  OrdinaryUserExecTest() {
    super(SystemFixture.FIXTURE);
  }

  @Override
  protected Executor open() throws IOException {
    limits = Limits.DEFAULT;
    AsOrdinaryUser user = AsOrdinaryUser.in(temp, folders);
    folders = user.folders();
    return user.open(home);
  }

  @Override
  protected OptionalLong memoryLimit() {
    return OptionalLong.empty();
  }
}
