package dev.otters.home;

import dev.otters.api.ApiException;
import dev.otters.api.system.SocketPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The folders of a daemon's sockets. The kernel accepts paths of at most 107 bytes, so the sockets
 * of a deep home are in another folder.
 */
public final class SocketFolders {
  private static final int HOME_DIGITS = 8;
  private static final int AGENT_DIGITS = 12;

  private final Path home;
  private final ProcessUser user;

  /** The folder of this user's daemons, in a folder that other users may write to. */
  private final Path shared;

  private final Path shortHome;

  private SocketFolders(Path home, ProcessUser user, Path shared, Path shortHome) {
    this.home = home;
    this.user = user;
    this.shared = shared;
    this.shortHome = shortHome;
  }

  /**
   * Plans the folders of a home.
   *
   * @return the plan; nothing is created yet
   */
  public static SocketFolders of(
      Home home, UUID homeId, ProcessUser user, Map<String, String> environment) {
    return of(home, homeId, user, runtimeFolder(user, environment));
  }

  static SocketFolders of(Home home, UUID homeId, ProcessUser user, Path shared) {
    Path shortHome = shared.resolve(digits(homeId, HOME_DIGITS));
    return new SocketFolders(home.folder(), user, shared, shortHome);
  }

  /** Returns the operator's socket file. */
  public Path operatorSocket() {
    Path preferred = home.resolve("otters.sock");
    return SocketPath.fits(preferred) ? preferred : shortHome.resolve("otters.sock");
  }

  /**
   * Returns the folder of one agent's socket and token.
   *
   * @param agent the agent's id
   * @return the same folder at every call
   */
  public Path agentFolder(UUID agent) {
    String name = digits(agent, AGENT_DIGITS);
    Path preferred = home.resolve("run").resolve(name);
    return SocketPath.fits(preferred.resolve("d.sock")) ? preferred : shortHome.resolve(name);
  }

  /** Returns the folder that holds the folders of all agents. */
  public Path agentFolders() {
    return parent(agentFolder(new UUID(0, 0)));
  }

  /** Returns the folder of the sockets of local models, one folder of eight digits for each. */
  public Path modelFolders() {
    Path preferred = home.resolve("llama");
    return SocketPath.fits(preferred.resolve("01234567").resolve("s"))
        ? preferred
        : shortHome.resolve("llama");
  }

  /** Returns the folders of sockets outside the home. Most homes have none. */
  public List<Path> folders() {
    return Stream.of(agentFolders(), parent(operatorSocket()))
        .filter(folder -> !folder.startsWith(home))
        .distinct()
        .toList();
  }

  /**
   * Creates the parents of all sockets, private to this user.
   *
   * @throws ApiException when a folder belongs to another user or cannot be created
   */
  public void create() {
    Path parent = agentFolders();
    try {
      if (!folders().isEmpty()) {
        PrivateFiles.createOwn(shared, user.uid());
        PrivateFiles.createOwn(shortHome, user.uid());
      }
      PrivateFiles.createFolder(parent);
    } catch (IOException e) {
      throw HomeErrors.unusable(
          "cannot create the socket folder " + parent + ": " + e.getMessage(),
          "Choose a home with a shorter path, or set XDG_RUNTIME_DIR to a folder that you own.",
          e);
    }
  }

  private static Path runtimeFolder(ProcessUser user, Map<String, String> environment) {
    if (user.isRoot()) {
      return Path.of("/run/otters");
    }
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    return runtime.isBlank() ? Path.of("/tmp/otters-" + user.uid()) : Path.of(runtime, "otters");
  }

  private static String digits(UUID id, int count) {
    return id.toString().replace("-", "").substring(0, count);
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    return parent == null ? path : parent;
  }
}
