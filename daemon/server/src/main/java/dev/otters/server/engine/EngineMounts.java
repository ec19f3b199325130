package dev.otters.server.engine;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.CheckedMount;
import dev.otters.executor.mounts.MountPolicy;
import dev.otters.executor.mounts.MountSpec;
import dev.otters.executor.mounts.PrivatePlaces;
import dev.otters.server.agent.MountRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks mounts with what is known of the engine at that moment, whose socket must never be
 * mounted.
 *
 * @param executor the executor in use
 * @param home the daemon's home folder
 * @param sockets further folders of the daemon's sockets
 * @param userHome the home folder of the daemon's user
 */
public record EngineMounts(Executor executor, Path home, List<Path> sockets, Path userHome)
    implements MountRules {
  private static final String UNIX = "unix://";

  /** Copies the list. */
  public EngineMounts {
    sockets = List.copyOf(sockets);
  }

  @Override
  public List<CheckedMount> check(
      List<MountSpec> mounts, SandboxUser user, boolean allowSensitive) {
    if (mounts.isEmpty()) {
      return List.of();
    }
    List<Path> hidden = new ArrayList<>(sockets);
    String endpoint = endpoint();
    if (endpoint.startsWith(UNIX)) {
      hidden.add(Path.of(endpoint.substring(UNIX.length())));
    }
    return new MountPolicy(PrivatePlaces.of(home, hidden, userHome))
        .check(mounts, user, allowSensitive);
  }

  /** Returns where the engine is; without one no mount is made anyway. */
  private String endpoint() {
    try {
      return executor.info().endpoint();
    } catch (ExecutorException e) {
      return "";
    }
  }
}
