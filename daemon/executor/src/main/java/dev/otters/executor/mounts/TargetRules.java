package dev.otters.executor.mounts;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Knows where an operator's mount may be in a sandbox. */
final class TargetRules {
  private static final Set<String> TAKEN =
      Set.of(
          "etc", "usr", "opt", "run", "proc", "sys", "dev", "var", "bin", "lib", "lib32", "lib64",
          "libx32", "sbin", "root", "boot", "runtime", "memory", "vaults", "files");
  private static final Set<String> ONLY_BELOW = Set.of("home", "tmp", "workspace");
  private static final Set<String> TAKEN_IN_WORKSPACE =
      Set.of("agent", "repos", ".repos", "sessions", ".otters-runtime");
  private static final int LONGEST_PATH = 1024;
  private static final int LONGEST_NAME = 255;
  private static final String ALLOWED =
      "a path below /workspace, /home or /tmp, or in a folder of its own such as /data";

  private TargetRules() {}

  /**
   * Returns the absolute and normalized target. A relative target is below /workspace.
   *
   * @throws MountException when the target is not allowed
   */
  static String check(MountSpec mount) {
    String text = mount.target();
    if (text.chars().anyMatch(c -> Character.isISOControl(c) || c == ':')) {
      throw refused(mount, "its target contains a control character or a colon", ALLOWED);
    }
    List<String> parts = parts(mount, text.startsWith("/") ? text : "/workspace/" + text);
    String target = "/" + String.join("/", parts);
    if (parts.isEmpty()) {
      throw refused(mount, "its target is the root folder", ALLOWED);
    }
    if (tooLong(target, parts)) {
      throw refused(mount, "its target is too long", "1024 characters, 255 per name");
    }
    checkTaken(mount, parts, target);
    return target;
  }

  private static List<String> parts(MountSpec mount, String path) {
    Deque<String> parts = new ArrayDeque<>();
    for (String part : path.split("/", -1)) {
      if (part.equals("..")) {
        throw refused(mount, "its target contains \"..\"", "a path without \"..\"");
      }
      if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return List.copyOf(parts);
  }

  private static boolean tooLong(String target, List<String> parts) {
    return bytes(target) > LONGEST_PATH || parts.stream().anyMatch(p -> bytes(p) > LONGEST_NAME);
  }

  private static int bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
  }

  private static void checkTaken(MountSpec mount, List<String> parts, String target) {
    String first = parts.getFirst();
    if (TAKEN.contains(first)) {
      throw refused(mount, "the sandbox uses /" + first, ALLOWED);
    }
    if (ONLY_BELOW.contains(first) && parts.size() == 1) {
      throw refused(mount, "it would hide the agent's own " + target, "a path below " + target);
    }
    if (first.equals("workspace") && TAKEN_IN_WORKSPACE.contains(parts.get(1))) {
      throw refused(mount, "the sandbox uses /workspace/" + parts.get(1), ALLOWED);
    }
  }

  private static MountException refused(MountSpec mount, String found, String allowed) {
    return new MountException(
        new MountProblem(
            mount.source() + ":" + mount.target(),
            found,
            allowed,
            "Choose another target, for example /workspace/src."));
  }
}
