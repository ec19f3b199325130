package dev.otters.executor.testkit;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.root.AgentRootOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A small version of an agent's root, as the daemon makes it.
 *
 * @param root the agent's root
 * @param socket the folder of its socket
 * @param user the sandbox's user: an agent's user when the tests run as root, else the user of the
 *     tests
 */
public record AgentFolders(Path root, Path socket, SandboxUser user) {
  private static final int FIRST_AGENT = 200_000;
  private static final List<String> WRITABLE =
      List.of("workspace", "home", "tmp", "var/lib", "runtime", "etc/context");

  /** Makes the folders in an existing one. */
  public static AgentFolders in(Path parent) throws IOException {
    Path root = Files.createDirectory(parent.toRealPath().resolve("root"));
    Path socket = Files.createDirectory(parent.toRealPath().resolve("socket"));
    for (String folder : List.of("etc/data", "opt/bins", "opt/skills")) {
      Files.createDirectories(root.resolve(folder));
    }
    Files.writeString(root.resolve("etc/Agentfile"), "FROM scratch\n");
    Files.writeString(root.resolve("etc/agent.yaml"), "name: test\n");
    SandboxUser user = user(root);
    for (String folder : WRITABLE) {
      AgentRootOwner.give(Files.createDirectories(root.resolve(folder)), user);
    }
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
    return new AgentFolders(root, socket, user);
  }

  private static SandboxUser user(Path own) throws IOException {
    int uid = (Integer) Files.getAttribute(own, "unix:uid");
    int gid = (Integer) Files.getAttribute(own, "unix:gid");
    return uid == 0 ? new SandboxUser(FIRST_AGENT, FIRST_AGENT) : new SandboxUser(uid, gid);
  }

  /** Returns the agent's workspace on the host. */
  public Path workspace() {
    return root.resolve("workspace");
  }
}
