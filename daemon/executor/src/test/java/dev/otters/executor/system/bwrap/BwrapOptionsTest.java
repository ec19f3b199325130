package dev.otters.executor.system.bwrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.SandboxSpec;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.posix.FileStat.FileId;
import dev.otters.executor.testkit.Specs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks options without bubblewrap. */
class BwrapOptionsTest {
  private static Bind bind(String source, String target, boolean readOnly) {
    return new Bind(Path.of(source), target, readOnly, new FileId(1, 2, 3));
  }

  private static List<String> options(SandboxSpec spec) {
    RootLayout layout =
        new RootLayout(
            List.of("/etc"), Map.of("/bin", "usr/bin"), List.of(bind("/image/usr", "/usr", true)));
    List<Bind> binds =
        List.of(bind("/agent/workspace", "/workspace", false), bind("/agent/data", "/data", true));
    byte[] bytes =
        BwrapOptions.of(
            BwrapOptions.Program.RUNTIME,
            spec,
            layout,
            binds,
            Map.of("/sys/fs/cgroup", Path.of("/groups/agent")),
            bind("/empty", "/proc/keys", true),
            Bind::source);
    return List.of(new String(bytes, StandardCharsets.UTF_8).split("\0", -1));
  }

  private static String masks(String kind, String names) {
    return Stream.of(names.split(" "))
        .filter(name -> Files.exists(Path.of("/proc", name)))
        .map(name -> kind.replace("NAME", "/proc/" + name))
        .collect(Collectors.joining());
  }

  private static String shown(String... paths) {
    return Stream.of(paths)
        .filter(path -> Files.exists(Path.of(path)))
        .map(path -> "--ro-bind " + path + " " + path + "\n")
        .collect(Collectors.joining());
  }

  @Test
  void everyNamespaceMountAndMaskIsAskedForInOrder() {
    String expected =
        """
        --unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup
        --disable-userns --cap-drop ALL --new-session --die-with-parent --uid 1000 --gid 1001
        --seccomp 6 --json-status-fd 7 --block-fd 8 --clearenv --hostname test
        --setenv HOME /home --setenv LANG C.UTF-8 --setenv OTTERSD_URL unix:///run/otters/d.sock
        --setenv OTTERS_AGENT_ROOT / --setenv PATH /opt/bins --setenv TMPDIR /tmp
        --perms 0755 --dir /etc --symlink usr/bin /bin --ro-bind /image/usr /usr
        --proc /proc --ro-bind /proc/sys /proc/sys
        """
            + masks(
                "--ro-bind /empty NAME\n",
                "interrupts kcore keys latency_stats sched_debug sysrq-trigger timer_list"
                    + " timer_stats")
            + masks("--perms 0555 --tmpfs NAME --remount-ro NAME\n", "acpi asound bus fs irq scsi")
            + """
            --dev /dev --perms 1777 --size 67108864 --tmpfs /dev/shm --remount-ro /dev
            --perms 0755 --tmpfs /sys
            """
            + shown(
                "/sys/devices/system/cpu",
                "/sys/devices/system/node",
                "/sys/kernel/mm/transparent_hugepage")
            + """
            --ro-bind /groups/agent /sys/fs/cgroup --remount-ro /sys
            --bind /agent/workspace /workspace --ro-bind /agent/data /data
            --remount-ro / --chdir /
            """;
    assertThat(String.join(" ", options(Specs.example())).strip())
        .isEqualTo(expected.strip().replace('\n', ' '));
  }
}
