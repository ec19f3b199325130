package dev.otters.agents.session;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.setup.AgentPaths;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.posix.UserThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The place of an agent's sessions on this machine. Each has a folder in {@code sessions} of the
 * workspace for its files, and one in {@code runtime} for its scratch. Both belong to the agent.
 *
 * @param root the folder of the agent
 * @param target the folder of the sessions as the agent sees it
 * @param user the user that the agent is
 */
public record SessionArea(Path root, String target, SandboxUser user) {
  /** The name of the folder in the workspace. */
  public static final String SESSIONS = "sessions";

  /** The folder of the sessions as a sandbox sees it. */
  public static final String TARGET = "/workspace/" + SESSIONS;

  private static final String WORKSPACE = "workspace";
  private static final int FOLDER_MODE = 0755;

  /** Returns the place of an agent's sessions. */
  public static SessionArea of(AgentRoots roots, Agent agent) {
    return new SessionArea(roots.of(agent.id()), roots.paths(agent).of(TARGET), agent.user());
  }

  /** Returns the folder of a session as the agent sees it. */
  String target(String session) {
    return target + "/" + AgentPaths.folder(session);
  }

  /** Returns whether the sandbox of the sessions has been started. */
  boolean exists() {
    return Files.exists(root.resolve(WORKSPACE), LinkOption.NOFOLLOW_LINKS);
  }

  /** Work on the two folders, which are handles. */
  interface Work<T> {
    T run(Fd workspace, Fd runtime) throws IOException;
  }

  /** Starts work with the rights of the agent on a thread of its own. */
  <T> CompletableFuture<T> start(Work<T> work) {
    // The agent itself may not pass the folders above these.
    try {
      Fd workspace = Fd.open(root.resolve(WORKSPACE), Open.HANDLE);
      try {
        Fd runtime = Fd.open(root.resolve("runtime"), Open.HANDLE);
        return UserThread.start(
                "sessions-" + root.getFileName(), user, () -> work.run(workspace, runtime))
            .whenComplete(
                (_, _) -> {
                  workspace.close();
                  runtime.close();
                });
      } catch (PosixException e) {
        workspace.close();
        throw e;
      }
    } catch (PosixException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Opens an entry below a folder. Refuses links and mounts on the way. */
  static Fd open(Fd root, List<String> way) throws PosixException {
    return walk(root, way, false);
  }

  /** Opens a folder, and creates it and those above it if they are missing. */
  static Fd make(Fd root, List<String> way) throws PosixException {
    return walk(root, way, true);
  }

  private static Fd walk(Fd root, List<String> way, boolean create) throws PosixException {
    Fd here = root;
    for (String name : way) {
      Fd above = here;
      try {
        if (create) {
          create(above, Name.of(name));
        }
        here = above.open(Name.of(name), Open.HANDLE);
      } finally {
        if (above != root) {
          above.close();
        }
      }
    }
    return here;
  }

  private static void create(Fd above, Name name) throws PosixException {
    try {
      above.createFolder(name, FOLDER_MODE);
    } catch (PosixException e) {
      if (!e.is(Errno.EEXIST)) {
        throw e;
      }
    }
  }
}
