package dev.otters.agents.setup;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentMount;
import dev.otters.agents.rows.Tool;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.executor.root.TreeRemover;
import dev.otters.home.Home;
import dev.otters.home.PrivateFiles;
import dev.otters.home.Stripes;
import dev.otters.oci.agent.AgentImage;
import dev.otters.resources.learning.Learnings;
import dev.otters.resources.substrate.Substrate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;

/**
 * The folders of the agents on the host. The root of an agent belongs to the daemon; its sandbox
 * can write only to the folders that belong to the agent's user.
 */
public record AgentRoots(Home home, EtcFiles etc, RootWriters writers) {
  /** The folder with the durable files of the agent, which belongs to the daemon. */
  public static final String SUBSTRATE = "substrate";

  /** The folder with the catalog of the agent, which belongs to the daemon. */
  public static final String CATALOG = "catalog";

  /** The folder with what the agent learned, which belongs to the daemon. */
  public static final String LEARNINGS = "learnings";

  /** The folder with the git repositories of the agent, which belongs to the daemon. */
  public static final String REPOS = "repos";

  /** The place of that folder in the sandbox. */
  public static final String REPOS_TARGET = "/workspace/repos";

  private static final List<String> OWN_FOLDERS =
      List.of(
          "workspace",
          "home/.config",
          "home/.cache",
          "home/.local/share",
          "tmp",
          "var/lib",
          "runtime");
  private static final List<String> GIVEN =
      List.of("workspace", "home", "tmp", "var/lib", "runtime");
  private static final List<String> OF_RUN = List.of("workspace", "home", "tmp", "var/lib");
  private static final String FRESH = ".fresh-";

  /** Each held while files of a root are written anew, and while a sandbox with them starts. */
  private static final Stripes FILES = new Stripes();

  public Path of(UUID agent) {
    return home.agentRoot(agent);
  }

  /**
   * Returns the mounts of a sandbox: the operator's, and in the sandbox of a session the durable
   * files, the learnings and the repositories of the agent, of which there is one copy.
   */
  public List<OperatorMount> mounts(Agent agent) {
    List<OperatorMount> mounts =
        new ArrayList<>(agent.spec().mounts().stream().map(AgentMount::bind).toList());
    if (agent.session().isPresent()) {
      Path root = of(agent.agent());
      // Without a sandbox the mount is a link, as that of an agent.
      boolean sandboxed = agent.placement().executor() != ExecutorKind.UNSANDBOXED;
      mounts.add(new OperatorMount(root.resolve(SUBSTRATE), Substrate.TARGET, sandboxed));
      mounts.add(new OperatorMount(root.resolve(LEARNINGS), Learnings.TARGET, sandboxed));
      if (hasRepos(agent.agent())) {
        mounts.add(new OperatorMount(root.resolve(REPOS), REPOS_TARGET, sandboxed));
      }
    }
    return mounts;
  }

  /** Returns whether an agent has a root. */
  public boolean exist(UUID agent) {
    return Files.isDirectory(of(agent), LinkOption.NOFOLLOW_LINKS);
  }

  public AgentPaths paths(Agent agent) {
    return AgentPaths.of(agent, of(agent.id()));
  }

  /** Returns whether an agent has a folder for repositories. */
  public boolean hasRepos(UUID agent) {
    return Files.isDirectory(of(agent).resolve(REPOS), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Creates the root of a new agent atomically, so that a failure leaves nothing under its name.
   */
  public void create(Agent agent) {
    Path fresh = home.agents().resolve(FRESH + agent.id());
    io(
        "create the folder of agent " + agent.name(),
        () -> {
          PrivateFiles.createFolder(home.agents());
          TreeRemover.remove(fresh);
          PrivateFiles.createFolder(fresh);
          for (String folder : OWN_FOLDERS) {
            createFolders(fresh, folder);
          }
          linkTools(fresh, agent.spec().tools());
          for (String folder : GIVEN) {
            AgentRootOwner.give(fresh.resolve(folder), agent.user());
          }
          Files.move(fresh, of(agent.id()), StandardCopyOption.ATOMIC_MOVE);
        });
  }

  /**
   * Writes {@code etc/} and the skills from the image, and the links to the tools, empties {@code
   * tmp/}, and restores the rights to folders that the agent locked. The agent must not run.
   */
  public void refresh(Agent agent, AgentImage image) {
    FILES.run(agent.id(), () -> refreshAlone(agent, image));
  }

  /**
   * Starts a sandbox beside that of an agent, with the same files. Meanwhile its root is not
   * refreshed, and no other such sandbox starts: two would write the same files in its etc.
   *
   * @throws InterruptedException if the thread is interrupted before the start
   */
  public <T> T startBeside(UUID agent, Supplier<T> start) throws InterruptedException {
    Lock files = FILES.of(agent);
    files.lockInterruptibly();
    try {
      return start.get();
    } finally {
      files.unlock();
    }
  }

  private void refreshAlone(Agent agent, AgentImage image) {
    Path root = of(agent.id());
    Path fresh = root.resolve(FRESH + "etc");
    Path old = root.resolve("etc");
    io(
        "write /etc of agent " + agent.name(),
        () -> {
          TreeRemover.sweep(root);
          TreeRemover.remove(fresh);
          etc.write(fresh, agent, image, paths(agent));
          AgentRootOwner.give(fresh.resolve("context"), agent.user());
          TreeRemover.remove(old);
          Files.move(fresh, old, StandardCopyOption.ATOMIC_MOVE);
          TreeRemover.remove(root.resolve("opt/bins"));
          linkTools(root, agent.spec().sandboxTools(image));
          refreshSkills(root, image);
          for (String folder : GIVEN) {
            AgentRootOwner.unlock(root.resolve(folder));
          }
          TreeRemover.empty(root.resolve("tmp"));
        });
  }

  private void refreshSkills(Path root, AgentImage image) throws IOException {
    Path fresh = root.resolve(FRESH + "skills");
    Path skills = root.resolve("opt/skills");
    TreeRemover.remove(fresh);
    etc.skills(fresh, image);
    TreeRemover.remove(skills);
    Files.move(fresh, skills, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes the root of an agent, whatever the agent made of it, if it exists. */
  public void remove(UUID agent) {
    writers.remove(
        agent,
        () ->
            io(
                "remove the folder of agent " + agent,
                () -> {
                  if (Files.isDirectory(home.agents(), LinkOption.NOFOLLOW_LINKS)) {
                    TreeRemover.remove(home.agents().resolve(FRESH + agent));
                    TreeRemover.remove(of(agent));
                  }
                }));
  }

  /** Moves the workspace of an agent out of its root; does nothing if it was moved before. */
  public Path keepWorkspace(Agent agent) {
    Path kept = home.kept().resolve(agent.agentName() + "-" + agent.id());
    writers.remove(
        agent.id(),
        () ->
            io(
                "keep the workspace of agent " + agent.name(),
                () -> {
                  PrivateFiles.createFolder(home.kept());
                  Path workspace = of(agent.id()).resolve("workspace");
                  if (Files.isDirectory(workspace, LinkOption.NOFOLLOW_LINKS)) {
                    Files.move(workspace, kept, StandardCopyOption.ATOMIC_MOVE);
                  }
                }));
    return kept;
  }

  /**
   * Creates the root of a tool that runs in a sandbox of its own.
   *
   * @param tools the tools of the sandbox
   * @return the root
   */
  public Path createRun(UUID id, SandboxUser user, List<Tool> tools) {
    Path root = home.runs().resolve(id.toString());
    io(
        "create the folder of a tool",
        () -> {
          PrivateFiles.createFolder(home.runs());
          PrivateFiles.createFolder(root);
          createFolder(root.resolve("etc"));
          for (String folder : OF_RUN) {
            createFolders(root, folder);
            AgentRootOwner.give(root.resolve(folder), user);
          }
          linkTools(root, tools);
        });
    return root;
  }

  /** Removes the root of a tool, if it exists. */
  public void removeRun(UUID id) {
    io(
        "remove the folder of a tool",
        () -> {
          if (Files.isDirectory(home.runs(), LinkOption.NOFOLLOW_LINKS)) {
            TreeRemover.remove(home.runs().resolve(id.toString()));
          }
        });
  }

  /** Removes the roots of tools that a dead daemon left. Their sandboxes must be gone. */
  public void sweepRuns() {
    io(
        "empty " + home.runs(),
        () -> {
          PrivateFiles.createFolder(home.runs());
          TreeRemover.empty(home.runs());
        });
  }

  /** Finishes the removals that a dead daemon began in a folder. */
  public static void sweep(Path parent) {
    io(
        "clean up " + parent,
        () -> {
          PrivateFiles.createFolder(parent);
          TreeRemover.sweep(parent);
        });
  }

  static void createFolders(Path root, String relative) throws IOException {
    Path folder = root;
    for (Path name : Path.of(relative)) {
      folder = folder.resolve(name);
      if (!Files.exists(folder)) {
        createFolder(folder);
      }
    }
  }

  static void createFolder(Path folder) throws IOException {
    Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void linkTools(Path root, List<Tool> tools) throws IOException {
    createFolders(root, "opt/bins");
    for (Tool tool : tools) {
      Files.createSymbolicLink(
          root.resolve("opt/bins").resolve(tool.name()), Path.of(tool.program()));
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void io(String what, Work work) {
    try {
      work.run();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot " + what + ": " + e.getMessage(), e);
    }
  }
}
