package dev.otters.executor.system.machine;

import java.nio.file.Path;

/** Words the remedies for machines that cannot make sandboxes. */
public final class Remedies {
  private Remedies() {}

  /** Returns how to install a package on this machine. */
  static String install(Machine machine, String name) {
    String release = "\n" + machine.text("/etc/os-release").orElse("") + "\n";
    String like = release.replace("\"", "");
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*(debian|ubuntu).*")) {
      return "Run: apt-get install " + name;
    }
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*(fedora|rhel|centos).*")) {
      return "Run: dnf install " + name;
    }
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*suse.*")) {
      return "Run: zypper install " + name;
    }
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*alpine.*")) {
      return "Run: apk add " + name;
    }
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*arch.*")) {
      return "Run: pacman -S " + name;
    }
    return "Install the package " + name + ".";
  }

  /** Returns what keeps bubblewrap from making a sandbox, and how to allow it. */
  static String of(Machine machine, String output, Path bwrap) {
    if (machine.text("/proc/sys/user/max_user_namespaces").equals(java.util.Optional.of("0"))) {
      return "User namespaces are switched off. Run as root: sysctl -w"
          + " user.max_user_namespaces=15000";
    }
    if (is(machine, "/proc/sys/kernel/unprivileged_userns_clone", "0")) {
      return "User namespaces are forbidden to ordinary users. Run as root: sysctl -w"
          + " kernel.unprivileged_userns_clone=1";
    }
    if (is(machine, "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1")) {
      return appArmor(bwrap);
    }
    if (inContainer(machine)) {
      return "The daemon runs in a container that forbids it. Start that container with"
          + " --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt"
          + " systempaths=unconfined (as root in it also --cap-add SYS_ADMIN), or run the daemon"
          + " outside.";
    }
    if (output.contains("proc")) {
      return "Something is mounted in /proc of this machine, so that no new one can be. Unmount it,"
          + " or run the daemon outside of the container or service that mounts it.";
    }
    return "Allow user namespaces and mounts in them to ordinary users, or use Docker: --executor"
        + " docker.";
  }

  private static boolean is(Machine machine, String path, String value) {
    return machine.text(path).filter(value::equals).isPresent();
  }

  private static String appArmor(Path bwrap) {
    return "AppArmor forbids user namespaces to programs without a profile. Run as root: printf"
        + " '%s\\n"
        + "' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile otters-bwrap "
        + bwrap
        + " flags=(unconfined) { userns, }' >/etc/apparmor.d/otters-bwrap && apparmor_parser -r"
        + " /etc/apparmor.d/otters-bwrap";
  }

  private static boolean inContainer(Machine machine) {
    return machine.has("/.dockerenv")
        || machine.has("/run/.containerenv")
        || machine.text("/proc/1/environ").filter(e -> e.contains("container=")).isPresent();
  }
}
