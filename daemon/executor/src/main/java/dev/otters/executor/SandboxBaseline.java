package dev.otters.executor;

import dev.otters.executor.ExecutorException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The parts that are the same in every executor's sandboxes: environment, host name, identity files
 * and refusals.
 */
public final class SandboxBaseline {
  /** The most files that one process of a sandbox may have open. */
  public static final int OPEN_FILES = 16_384;

  /** The variable that names the agent's root. */
  public static final String ROOT_VARIABLE = "OTTERS_AGENT_ROOT";

  /** The variable with the address of the agent's socket. */
  static final String SOCKET_VARIABLE = "OTTERSD_URL";

  private static final Path ROOT = Path.of("/");
  private static final Path TOOLS = Path.of("/opt/bins");
  private static final Path SOCKET_FOLDER = Path.of("/run/otters");
  private static final Pattern HOST_NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  private SandboxBaseline() {}

  /** Returns the environment of a program in a sandbox. It has no other variables. */
  public static Map<String, String> environment() {
    return environment(ROOT, TOOLS, SOCKET_FOLDER);
  }

  /**
   * Returns the environment of a program that sees the agent's root at a path.
   *
   * @param root the agent's root
   * @param tools the folder with the agent's tools
   * @param socketFolder the folder with the agent's socket
   */
  public static Map<String, String> environment(Path root, Path tools, Path socketFolder) {
    Map<String, String> variables = new TreeMap<>();
    variables.put("HOME", root.resolve("home").toString());
    variables.put("TMPDIR", root.resolve("tmp").toString());
    variables.put("LANG", "C.UTF-8");
    variables.put("PATH", tools.toString());
    variables.put(SOCKET_VARIABLE, "unix://" + socketFolder.resolve("d.sock"));
    variables.put(ROOT_VARIABLE, root.toString());
    return variables;
  }

  /** Returns the host name of a sandbox: the agent's name if it is a valid host name. */
  public static String hostName(SandboxSpec spec) {
    return HOST_NAME.matcher(spec.name()).matches() ? spec.name() : "agent";
  }

  /**
   * Refuses root as the user of a sandbox.
   *
   * @throws ExecutorException UNSUPPORTED
   */
  public static void refuseRoot(SandboxUser user) {
    if (user.uid() == 0) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "a sandbox must not run as root",
          "Set uid-range to a range of ordinary users.");
    }
  }

  /**
   * Refuses what only a container engine can do.
   *
   * @param kind the executor without an engine
   * @throws ExecutorException UNSUPPORTED
   */
  public static void refuseEngineFeatures(SandboxSpec spec, String kind) {
    if (spec.network() == Network.BRIDGE) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "the " + kind + " executor has no bridge network",
          "Leave out --network bridge, or use --executor docker.");
    }
    if (spec.tools().mounts() == BinMounts.IMAGE && !spec.tools().bins().isEmpty()) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "the " + kind + " executor has no image mounts",
          "Leave out --bin-mounts image; the tools are the same either way.");
    }
  }

  /**
   * Writes {@code passwd}, {@code group} and {@code resolv.conf} to {@code etc} of the agent's
   * root.
   *
   * @throws ExecutorException MOUNT when a file cannot be written
   */
  public static void writeIdentity(SandboxSpec spec, SandboxUser user) {
    Path etc = spec.root().resolve("etc");
    String root = user.uid() == 0 ? "" : "root:x:0:0:root:/:/bin/false\n";
    String rootGroup = user.gid() == 0 ? "" : "root:x:0:\n";
    String agent = "agent:x:" + user.uid() + ":" + user.gid() + ":agent:/home:/bin/false\n";
    try {
      write(etc.resolve("passwd"), root + agent);
      write(etc.resolve("group"), rootGroup + "agent:x:" + user.gid() + ":\n");
      write(etc.resolve("resolv.conf"), "# This sandbox has no name server.\n");
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.MOUNT,
          "cannot write to " + etc + ": " + e.getMessage(),
          "Free some disk space there, and check that the daemon may write to it.",
          e);
    }
  }

  private static void write(Path file, String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.writeString(fresh, text);
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
