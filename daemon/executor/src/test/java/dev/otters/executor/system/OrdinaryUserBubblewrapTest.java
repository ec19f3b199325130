package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Executor;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.testkit.Conduct;
import dev.otters.executor.testkit.ExecutorContract;
import dev.otters.executor.testkit.Specs;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the contract for a daemon of an ordinary user, who cannot limit resources. */
@Tag("bubblewrap")
class OrdinaryUserBubblewrapTest extends ExecutorContract {
  OrdinaryUserBubblewrapTest() {
    super(SystemFixture.FIXTURE);
  }

  @Override
  protected Executor open(UUID wanted) throws IOException {
    AsOrdinaryUser user = AsOrdinaryUser.in(temp, folders);
    folders = user.folders();
    return user.open(wanted);
  }

  @Override
  protected boolean boundsResources() {
    return executor.info().limitations().stream()
        .map(Limitation::name)
        .noneMatch(Limitations.MEMORY::equals);
  }

  @Test
  void refusesAnotherUserThanItsOwn() throws IOException {
    int uid = folders.user().uid();
    SandboxSpec other =
        Specs.withUser(spec(Conduct.WAIT), new SandboxUser(uid + 1, folders.user().gid()));
    assertRefused(
        dev.otters.executor.ExecutorException.Reason.UNSUPPORTED,
        () -> executor.create(other, Progress.NONE));
  }

  @Test
  void itsHomeStaysClosed() throws IOException {
    Path home = temp.resolve("home-" + this.home);
    run(Conduct.WAIT);
    assertThat(Files.getPosixFilePermissions(home)).hasSize(3);
    assertThat(Files.getPosixFilePermissions(home.resolve("system"))).hasSize(3);
  }
}
