package dev.otters.executor.testkit;

import java.util.List;

/** Commands for the shell of small test images. */
public final class Shell {
  private Shell() {}

  /** Returns the command that runs a script. */
  public static List<String> script(String text) {
    return List.of("/bin/sh", "-c", text);
  }

  /** Returns the command with this behavior. */
  public static List<String> command(Conduct conduct) {
    return script(
        switch (conduct) {
          case PRINT_AND_FAIL -> "echo hello; echo trouble >&2; exit 3";
          case WAIT ->
              "trap 'echo bye; exit 0' TERM; echo ready; while :; do /bin/busybox sleep 1 & wait;"
                  + " done";
          case STUBBORN -> "trap '' TERM; echo ready; while :; do /bin/busybox sleep 1; done";
          case WRITE ->
              """
              for d in ro rw; do
                (: >/workspace/$d/f) 2>/dev/null || echo /workspace/$d/f refused
              done
              """;
          case SHOW_LIMITS ->
              """
              cd /sys/fs/cgroup
              [ -e memory.max ] && m=memory.max p=pids.max
              [ -e memory.max ] || m=memory/memory.limit_in_bytes p=pids/pids.max
              echo memory $(/bin/busybox cat $m)
              echo pids $(/bin/busybox cat $p)
              """;
        });
  }
}
