package dev.otters.worker.sandbox;

import java.nio.file.Path;

/**
 * The paths of an agent, as its tools see them.
 *
 * @param root {@code /} in a sandbox, else the agent's folder on the machine; absolute
 */
public record SandboxPaths(Path root) {
  /** Refuses a relative root. */
  public SandboxPaths {
    if (!root.isAbsolute()) {
      throw new IllegalArgumentException("the agent root must be absolute: " + root);
    }
  }

  /** Tells whether the agent has a file system of its own. */
  public boolean sandboxed() {
    return root.getNameCount() == 0;
  }

  /** Returns where tools run and the agent's own files are. */
  public Path workspace() {
    return root.resolve("workspace");
  }

  /** Returns the tools' HOME. */
  public Path home() {
    return root.resolve("home");
  }

  /** Returns the tools' TMPDIR, emptied at every start. */
  public Path tmp() {
    return root.resolve("tmp");
  }

  /** Returns where programs keep state. */
  public Path varLib() {
    return root.resolve("var/lib");
  }

  /** Returns the one entry of the tools' PATH. */
  public Path bins() {
    return root.resolve(sandboxed() ? "opt/bins" : "usr/bin");
  }

  /** Returns where the context files are. */
  public Path context() {
    return root.resolve("etc/context");
  }

  /** Returns where the image's data files are. */
  public Path data() {
    return root.resolve("etc/data");
  }

  /** Returns where the Agentfile is. */
  public Path agentfile() {
    return root.resolve("etc/Agentfile");
  }

  /** Returns where the daemon's view of the agent is. */
  public Path agentYaml() {
    return root.resolve("etc/agent.yaml");
  }

  /** Returns where long outputs are kept, one folder for each session. */
  public Path runtime() {
    return root.resolve("runtime");
  }

  /**
   * Returns the folder of a session.
   *
   * @param session an id of {@code [A-Za-z0-9._:-]}; whatever else is in it cannot leave the folder
   */
  public Path session(String session) {
    return runtime().resolve(fileName(session));
  }

  /** Turns an id from outside into a name that cannot be a path, hidden, or longer than 128. */
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
