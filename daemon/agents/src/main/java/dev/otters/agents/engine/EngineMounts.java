package dev.otters.agents.engine;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.docker.engine.EnginePlaces;
import dev.otters.executor.mounts.CheckedMount;
import dev.otters.executor.mounts.MountPolicy;
import dev.otters.executor.mounts.MountSpec;
import dev.otters.executor.mounts.PrivatePlaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks mounts against the host at that moment. Sockets of container engines are never mounted,
 * for any executor and for engines in use or not.
 *
 * @param engines the places where engines may listen
 * @param home the home folder of the daemon
 * @param sockets the other folders of the daemon's sockets
 * @param userHome the home folder of the daemon's user
 */
public record EngineMounts(EnginePlaces engines, Path home, List<Path> sockets, Path userHome)
    implements MountRules {
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
    engines.sockets().stream().filter(Files::exists).forEach(hidden::add);
    return new MountPolicy(PrivatePlaces.of(home, hidden, userHome))
        .check(mounts, user, allowSensitive);
  }
}
