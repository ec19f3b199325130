package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.executor.testkit.AgentFolders;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Opens executors that make every call as an ordinary user, even if the tests run as root.
 *
 * @param temp the folder of the homes
 * @param folders an agent's folders, owned by that user
 */
record AsOrdinaryUser(Path temp, AgentFolders folders) {
  private static final SandboxUser USER = new SandboxUser(OrdinaryUser.UID, OrdinaryUser.UID);

  /** Gives everything in a folder to the user. */
  static AsOrdinaryUser in(Path temp, AgentFolders folders) throws IOException {
    if (!OrdinaryUser.isRoot()) {
      return new AsOrdinaryUser(temp, folders);
    }
    var platform = Platform.ofThisMachine();
    SystemFixture.images().folder(SystemFixture.runtime(), platform, Progress.NONE);
    SystemFixture.openToAll();
    AgentRootOwner.give(temp, USER);
    return new AsOrdinaryUser(temp, new AgentFolders(folders.root(), folders.socket(), USER));
  }

  Executor open(UUID home) throws IOException {
    return open(() -> SystemFixture.open(home, temp));
  }

  /** Opens an executor that makes all calls as the user. */
  Executor open(Callable<Executor> opener) throws IOException {
    AtomicReference<Executor> opened = new AtomicReference<>();
    run(() -> opened.set(opener.call()));
    return (Executor)
        Proxy.newProxyInstance(
            Executor.class.getClassLoader(),
            new Class<?>[] {Executor.class},
            (_, method, arguments) -> {
              AtomicReference<Object> result = new AtomicReference<>();
              run(
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

  private static void run(OrdinaryUser.Piece piece) throws IOException {
    try {
      OrdinaryUser.run(piece);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
