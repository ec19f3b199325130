package dev.otters.worker.sandbox;

import java.nio.file.Path;

/**
 * The paths of an agent, as its tools see them.
 *
 * @param root {@code /} in a sandbox, otherwise the agent's folder on the machine; absolute
 */
public record SandboxPaths(Path root) {
  /** Refuses a relative root. */
  public SandboxPaths {
    if (!root.isAbsolute()) {
      throw new IllegalArgumentException("the agent root must be absolute: " + root);
    }
  }

  /** Reports whether the agent has its own file system. */
  public boolean sandboxed() {
    return root.getNameCount() == 0;
  }

  /** Returns the folder of the agent's files, in which tools run. */
  public Path workspace() {
    return root.resolve("workspace");
  }

  /** Returns the home directory of the tools. */
  public Path home() {
    return root.resolve("home");
  }

  /** Returns the temporary folder of the tools, emptied at each start. */
  public Path tmp() {
    return root.resolve("tmp");
  }

  /** Returns the folder for the state of programs. */
  public Path varLib() {
    return root.resolve("var/lib");
  }

  /** Returns the folder of the binaries, the only entry of the tools' PATH. */
  public Path bins() {
    return root.resolve(sandboxed() ? "opt/bins" : "usr/bin");
  }

  /** Returns the folder of the context files. */
  public Path context() {
    return root.resolve("etc/context");
  }

  /** Returns the folder of the image's data files. */
  public Path data() {
    return root.resolve("etc/data");
  }

  /** Returns the folder of the image's skills. */
  public Path skills() {
    return root.resolve("opt/skills");
  }

  public Path agentfile() {
    return root.resolve("etc/Agentfile");
  }

  /** Returns the file with the daemon's view of the agent. */
  public Path agentYaml() {
    return root.resolve("etc/agent.yaml");
  }

  /** Returns the folder with the files of each session, in the workspace. */
  public Path sessions() {
    return workspace().resolve("sessions");
  }

  /** Returns the folder for scratch and long outputs, with one folder per session. */
  public Path runtime() {
    return root.resolve("runtime");
  }

  /**
   * Returns the folders of a session.
   *
   * @param session an id of {@code [A-Za-z0-9._:-]}; other characters cannot leave the folders
   */
  public SessionPaths session(String session) {
    String name = fileName(session);
    return new SessionPaths(sessions().resolve(name), runtime().resolve(name));
  }

  /**
   * Returns a file name for an id from outside: never a path, never hidden, at most 128 characters.
   */
  public static String fileName(String id) {
    StringBuilder name = new StringBuilder();
    for (int at = 0; at < Math.min(id.length(), 128); at++) {
      char letter = id.charAt(at);
      boolean plain =
          letter < 128
              && (Character.isLetterOrDigit(letter)
                  || letter == '-'
                  || letter == '_'
                  || letter == ':'
                  || (letter == '.' && at > 0));
      name.append(plain ? letter : '_');
    }
    return name.isEmpty() ? "_" : name.toString();
  }
}
