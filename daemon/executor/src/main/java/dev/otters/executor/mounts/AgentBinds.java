package dev.otters.executor.mounts;

import dev.otters.executor.Network;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.SandboxKey.Purpose;
import dev.otters.executor.SandboxSpec;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parts of an agent's root and their targets in the sandbox. */
final class AgentBinds {
  private static final List<String> WRITABLE =
      List.of("workspace", "home", "tmp", "var/lib", "runtime", "etc/context");
  private static final List<String> FIXED =
      List.of(
          "etc/data",
          "etc/Agentfile",
          "etc/agent.yaml",
          "opt/bins",
          "opt/skills",
          "etc/passwd",
          "etc/group");
  private static final List<String> WRITABLE_IN_RUN =
      List.of("workspace", "home", "tmp", "var/lib");
  private static final List<String> SHOWN_IN_CHECK = List.of("workspace", "runtime");
  private static final List<String> FIXED_IN_RUN = List.of("opt/bins", "etc/passwd", "etc/group");
  private static final String RESOLVER = "etc/resolv.conf";
  private static final String SOCKET_FOLDER = "/run/otters";

  /** The daemon's own folders of an agent: the name in its root, and the target. */
  private static final List<Map.Entry<String, String>> OF_DAEMON =
      List.of(
          Map.entry("substrate", "/workspace/agent"),
          Map.entry("catalog", "/workspace/.otters-runtime"),
          Map.entry("learnings", "/memory/learnings"),
          Map.entry("repos", "/workspace/repos"));

  private AgentBinds() {}

  /** A bind whose source may be missing. */
  record Wanted(Path source, String target, boolean readOnly) {}

  static List<Wanted> of(SandboxSpec spec) {
    List<Wanted> binds = new ArrayList<>();
    switch (spec.key().purpose()) {
      case AGENT -> add(binds, spec, WRITABLE, FIXED);
      case TOOL -> add(binds, spec, WRITABLE_IN_RUN, FIXED_IN_RUN);
      case CHECK -> {
        add(binds, spec, List.of(), SHOWN_IN_CHECK);
        add(binds, spec, List.of(), FIXED_IN_RUN);
      }
    }
    if (spec.network() != Network.BRIDGE) {
      binds.add(inRoot(spec, RESOLVER, true));
    }
    spec.socketFolder().ifPresent(folder -> binds.add(new Wanted(folder, SOCKET_FOLDER, true)));
    return binds;
  }

  private static void add(
      List<Wanted> binds, SandboxSpec spec, List<String> writable, List<String> fixed) {
    writable.forEach(path -> binds.add(inRoot(spec, path, false)));
    fixed.forEach(path -> binds.add(inRoot(spec, path, true)));
  }

  /**
   * Returns whether a mount stands for a folder of the agent that a check does not see, such as its
   * home.
   */
  static boolean isScratch(SandboxSpec spec, OperatorMount mount) {
    return spec.key().purpose() == Purpose.CHECK
        && WRITABLE_IN_RUN.contains(mount.target().substring(1))
        && !SHOWN_IN_CHECK.contains(mount.target().substring(1));
  }

  /**
   * Returns the mounts of the agent's durable files, catalog, learnings and repositories, also in
   * the sandbox of a tool; those that the root lacks are left out.
   */
  static List<OperatorMount> ofDaemon(SandboxSpec spec) {
    return OF_DAEMON.stream()
        .map(it -> new OperatorMount(spec.root().resolve(it.getKey()), it.getValue(), true))
        .filter(mount -> Files.isDirectory(mount.host(), LinkOption.NOFOLLOW_LINKS))
        .toList();
  }

  private static Wanted inRoot(SandboxSpec spec, String path, boolean readOnly) {
    return new Wanted(spec.root().resolve(path), "/" + path, readOnly);
  }

  /** Returns the agent's own folder, such as {@code workspace}, that contains a target. */
  static Optional<String> ownFolder(String target) {
    return java.util.stream.Stream.concat(WRITABLE.stream(), FIXED.stream())
        .filter(path -> target.equals("/" + path) || target.startsWith("/" + path + "/"))
        .findFirst();
  }

  static boolean isWritable(String holder) {
    return WRITABLE.contains(holder);
  }
}
