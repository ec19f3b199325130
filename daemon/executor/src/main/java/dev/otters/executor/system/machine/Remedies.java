package dev.otters.executor.system.machine;

import java.nio.file.Path;
import java.util.Optional;

/** Words the remedies for machines that cannot make sandboxes. */
public final class Remedies {
  private Remedies() {}

  /** Returns how to install a package on this machine. */
  static String install(Machine machine, String name) {
    String release = "\n" + machine.text("/etc/os-release").orElse("") + "\n";
    String like = release.replace("\"", "");
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*(debian|ubuntu).*")) {
      return "Run `apt-get install " + name + "`.";
    }
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*(fedora|rhel|centos).*")) {
      return "Run `dnf install " + name + "`.";
    }
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*suse.*")) {
      return "Run `zypper install " + name + "`.";
    }
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*alpine.*")) {
      return "Run `apk add " + name + "`.";
    }
    if (like.matches("(?s).*\nID(_LIKE)?=[^\n]*arch.*")) {
      return "Run `pacman -S " + name + "`.";
    }
    return "Install the package " + name + ".";
  }

  /** Returns what keeps bubblewrap from making a sandbox, and how to allow it. */
  static String of(Machine machine, String output, Path bwrap) {
    if (machine.text("/proc/sys/user/max_user_namespaces").equals(Optional.of("0"))) {
      return "Run `sysctl -w user.max_user_namespaces=15000` as root to enable user namespaces.";
    }
    if (is(machine, "/proc/sys/kernel/unprivileged_userns_clone", "0")) {
      return "Run `sysctl -w kernel.unprivileged_userns_clone=1` as root to allow user namespaces"
          + " to ordinary users.";
    }
    if (is(machine, "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1")) {
      return appArmor(bwrap);
    }
    if (inContainer(machine)) {
      return "Start the daemon's container with --security-opt seccomp=unconfined --security-opt"
          + " apparmor=unconfined --security-opt systempaths=unconfined (and --cap-add"
          + " SYS_ADMIN if the daemon runs as root), or run the daemon outside the"
          + " container.";
    }
    if (output.contains("proc")) {
      return "Remove the mounts below /proc of this machine, which prevent a new /proc, or run the"
          + " daemon outside the container or service that makes them.";
    }
    return "Allow user namespaces and mounts in them to ordinary users, or use --executor docker.";
  }

  private static boolean is(Machine machine, String path, String value) {
    return machine.text(path).filter(value::equals).isPresent();
  }

  private static String appArmor(Path bwrap) {
    return "Run `printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile otters-bwrap "
        + bwrap
        + " flags=(unconfined) { userns, }' >/etc/apparmor.d/otters-bwrap && apparmor_parser -r"
        + " /etc/apparmor.d/otters-bwrap` as root to allow user namespaces to bubblewrap in"
        + " AppArmor.";
  }

  private static boolean inContainer(Machine machine) {
    return machine.has("/.dockerenv")
        || machine.has("/run/.containerenv")
        || machine.text("/proc/1/environ").filter(e -> e.contains("container=")).isPresent();
  }
}
