package dev.otters.executor.system.bwrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.SandboxSpec;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.posix.FileStat.FileId;
import dev.otters.executor.testkit.Specs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Checks options without bubblewrap. */
class BwrapOptionsTest {
  private static Bind bind(String source, String target, boolean readOnly) {
    return new Bind(Path.of(source), target, readOnly, new FileId(1, 2, 3), false);
  }

  private static List<String> options(SandboxSpec spec) {
    RootLayout layout =
        new RootLayout(
            List.of("/etc"), Map.of("/bin", "usr/bin"), List.of(bind("/image/usr", "/usr", true)));
    List<Bind> binds =
        List.of(bind("/agent/workspace", "/workspace", false), bind("/agent/data", "/data", true));
    byte[] bytes =
        BwrapOptions.of(
            spec,
            layout,
            binds,
            Map.of("/sys/fs/cgroup", Path.of("/groups/agent")),
            bind("/empty", "/proc/keys", true),
            Bind::source);
    return List.of(new String(bytes, StandardCharsets.UTF_8).split("\0", -1));
  }

  private static boolean has(List<String> options, String... words) {
    return Collections.indexOfSubList(options, List.of(words)) >= 0;
  }

  @Test
  void takesEveryPrivilegeAway() {
    List<String> options = options(Specs.example());
    for (String namespace : List.of("user", "ipc", "pid", "net", "uts", "cgroup")) {
      assertThat(options).contains("--unshare-" + namespace);
    }
    assertThat(options)
        .contains("--disable-userns", "--new-session", "--die-with-parent", "--clearenv")
        .doesNotContain("--share-net", "--cap-add", "--dev-bind");
    assertThat(has(options, "--cap-drop", "ALL")).isTrue();
    assertThat(has(options, "--seccomp", "6")).isTrue();
    assertThat(has(options, "--uid", "1000", "--gid", "1001")).isTrue();
  }

  @Test
  void mountsEachBindAsItWasPlanned() {
    List<String> options = options(Specs.example());
    assertThat(has(options, "--ro-bind", "/image/usr", "/usr")).isTrue();
    assertThat(has(options, "--bind", "/agent/workspace", "/workspace")).isTrue();
    assertThat(has(options, "--ro-bind", "/agent/data", "/data")).isTrue();
    assertThat(has(options, "--ro-bind", "/groups/agent", "/sys/fs/cgroup")).isTrue();
  }

  @Test
  void closesTheRootAfterTheLastMount() {
    List<String> options = options(Specs.example());
    int closed = Collections.lastIndexOfSubList(options, List.of("--remount-ro", "/"));
    assertThat(closed).isPositive();
    assertThat(options.subList(closed, options.size()))
        .doesNotContain("--bind", "--ro-bind", "--tmpfs", "--dir", "--symlink");
  }

  @Test
  void setsOurVariablesAlone() {
    List<String> options = options(Specs.example());
    for (String[] variable :
        new String[][] {
          {"HOME", "/home"},
          {"TMPDIR", "/tmp"},
          {"LANG", "C.UTF-8"},
          {"PATH", "/opt/bins"},
          {"OTTERSD_URL", "unix:///run/otters/d.sock"},
          {"OTTERS_AGENT_ROOT", "/"}
        }) {
      assertThat(has(options, "--setenv", variable[0], variable[1])).isTrue();
    }
    assertThat(Collections.frequency(options, "--setenv")).isEqualTo(6);
  }

  @Test
  void limitsSharedMemory() {
    assertThat(has(options(Specs.example()), "--size", "67108864", "--tmpfs", "/dev/shm")).isTrue();
  }
}
