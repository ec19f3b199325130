package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Executor;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limits;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.executor.testkit.AgentFolders;
import dev.otters.executor.testkit.Conduct;
import dev.otters.executor.testkit.ExecutorContract;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.executor.testkit.Shell;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keeps the contract where the daemon is an ordinary user, who may bound nothing. */
@Tag("bubblewrap")
class OrdinaryUserBubblewrapTest extends ExecutorContract {
  private static final SandboxUser USER = new SandboxUser(OrdinaryUser.UID, OrdinaryUser.UID);

  @Override
  protected Executor open(UUID wanted) throws IOException {
    if (!OrdinaryUser.isRoot()) {
      return SystemFixture.open(wanted, temp);
    }
    SystemFixture.images().folder(runtime(), Platform.ofThisMachine(), Progress.NONE);
    SystemFixture.openToAll();
    AgentRootOwner.give(temp, USER);
    folders = new AgentFolders(folders.root(), folders.socket(), USER);
    AtomicReference<Executor> opened = new AtomicReference<>();
    asUser(() -> opened.set(SystemFixture.open(wanted, temp)));
    return (Executor)
        Proxy.newProxyInstance(
            Executor.class.getClassLoader(),
            new Class<?>[] {Executor.class},
            (proxy, method, arguments) -> {
              AtomicReference<Object> result = new AtomicReference<>();
              asUser(
                  () -> {
                    try {
                      result.set(method.invoke(opened.get(), arguments));
                    } catch (InvocationTargetException e) {
                      throw e.getCause() instanceof RuntimeException cause ? cause : e;
                    }
                  });
              return result.get();
            });
  }

  private static void asUser(OrdinaryUser.Piece piece) throws IOException {
    try {
      OrdinaryUser.run(piece);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected ImagePin runtime() throws IOException {
    return SystemFixture.runtime();
  }

  @Override
  protected List<String> command(Conduct conduct) {
    return Shell.command(conduct);
  }

  @Override
  protected boolean boundsResources() {
    return executor.info().limitations().stream()
        .map(Limitation::name)
        .noneMatch(name -> name.endsWith("-unlimited"));
  }

  @Test
  void refusesAnotherUserThanItsOwn() throws IOException {
    SandboxSpec good = spec(Conduct.WAIT);
    SandboxSpec other =
        new SandboxSpec(
            agent,
            good.name(),
            good.root(),
            good.socketFolder(),
            good.runtime(),
            good.bins(),
            good.mounts(),
            new SandboxUser(USER.uid() + 1, USER.gid()),
            Limits.DEFAULT,
            good.network(),
            good.command(),
            Map.of(),
            good.binMounts());
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
