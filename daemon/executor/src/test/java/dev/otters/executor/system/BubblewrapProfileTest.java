package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.BinMount;
import dev.otters.executor.BinMounts;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Network;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.testkit.Specs;
import dev.otters.executor.testkit.TestImages;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BubblewrapProfileTest extends BubblewrapTest {
  @Test
  void setsOnlyItsOwnConstantsInTheEnvironment() throws IOException {
    List<String> environment = output("/bin/busybox env");
    assertThat(environment)
        .filteredOn(line -> !line.matches("(SHLVL|PWD|_)=.*"))
        .containsExactlyInAnyOrderElementsOf(ENVIRONMENT);
  }

  @Test
  void hasNoPrivilegeInside() throws IOException {
    String script =
        """
        for p in 1 self; do
          /bin/busybox grep -E '^(Uid|Cap(Eff|Prm|Bnd|Inh|Amb)|NoNewPrivs|Seccomp):' /proc/$p/status
        done
        """;
    assertThat(output(script))
        .map(line -> line.replaceAll("\\s+", " ").strip())
        .hasSize(16)
        .allMatch(
            line ->
                line.matches("Cap...: 0{16}|NoNewPrivs: 1|Seccomp: 2")
                    || line.startsWith("Uid: " + folders.user().uid() + " "));
  }

  @Test
  void writesOnlyWhereItMay() throws IOException {
    assertWritesOnlyWhereItMay(
        "/opt",
        "/bin",
        "/var",
        "/dev",
        "/dev/pts",
        "/sys",
        "/sys/fs",
        "/sys/fs/cgroup",
        "/proc/sys");
  }

  @Test
  void hasNoNetwork() throws IOException {
    assertThat(output("/bin/busybox cut -d: -f1 /proc/net/dev; /bin/busybox cat /etc/resolv.conf"))
        .map(String::strip)
        .filteredOn(line -> !line.contains("|"))
        .containsExactly("lo", "# This sandbox has no name server.");
    network = Network.BRIDGE;
    assertThat(refusal(() -> executor.create(spec("exit"), Progress.NONE)).reason())
        .isEqualTo(Reason.UNSUPPORTED);
    assertThat(executor.list()).isEmpty();
  }

  @Test
  void mountsToolsReadOnlyUnderTheirNames() throws IOException {
    var tool = SystemFixture.IMAGES.tool("wc");
    var index = SystemFixture.IMAGES.index(tool);
    bins = List.of(new BinMount("wc", tool, "/"), new BinMount("again", index, "/"));
    String script =
        """
        echo a b c | /opt/bin-images/wc/wc -w
        echo a b | /opt/bin-images/again/wc -w
        (: >/opt/bin-images/wc/x) 2>/dev/null || echo refused
        """;
    assertThat(output(script)).containsExactly("3", "2", "refused");

    binMounts = BinMounts.IMAGE;
    assertThat(refusal(() -> executor.create(spec("exit"), Progress.NONE)).reason())
        .isEqualTo(Reason.UNSUPPORTED);
  }

  @Test
  void boundsSharedMemoryOpenFilesAndDumps() throws IOException {
    String script =
        """
        ulimit -n; ulimit -c; umask
        /bin/busybox df -k /dev/shm | /bin/busybox awk 'NR == 2 { print $2 }'
        /bin/busybox cat /proc/self/oom_score_adj
        /bin/busybox pwd; /bin/busybox hostname
        """;
    assertThat(output(script)).containsExactly("16384", "0", "0022", "8192", "0", "/", "tester");
  }

  @Test
  void showsNowhereInAnEnvironmentWhereTheHomeIs() throws IOException {
    String script =
        "/bin/busybox cat /proc/1/environ /proc/2/environ | /bin/busybox tr '\\0' '\\n'";
    assertThat(output(script))
        .contains("OTTERS_AGENT_ROOT=/")
        .noneMatch(line -> line.matches("[A-Z]*PWD=/.+"));
  }

  @Test
  void holdsNoFileOpenButItsOwn() throws IOException {
    String script = "/bin/busybox ls -l /proc/1/fd; /bin/busybox ls -l /proc/2/fd";
    assertThat(output(script))
        .filteredOn(line -> line.contains("->"))
        .map(line -> line.replaceAll("^.* (\\d+ -> [^\\[]*).*$", "$1").strip())
        .containsExactly(
            "0 -> /dev/null",
            "1 -> pipe:",
            "2 -> pipe:",
            "4 -> anon_inode:",
            "0 -> /dev/null",
            "1 -> pipe:",
            "2 -> pipe:");
  }

  @Test
  void showsWhatTheImageHasBesideItsOwnFolders() throws IOException {
    var busybox = java.nio.file.Files.readAllBytes(dev.otters.executor.testkit.Busybox.binary());
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("bin/busybox", busybox);
    files.put("bin/sh", busybox);
    files.put("etc/ssl/cert", TestImages.text("cert\n"));
    files.put("etc/passwd", TestImages.text("of the image\n"));
    files.put("opt/java/release", TestImages.text("25\n"));
    files.put("workspace/planted", TestImages.text("no\n"));
    files.put("var/cache/x", TestImages.text("x\n"));
    var image = SystemFixture.IMAGES.image("rich", Platform.ofThisMachine(), files, Map.of());
    SandboxSpec plain =
        spec(
            "/bin/busybox cat /etc/ssl/cert /opt/java/release /var/cache/x /etc/passwd;"
                + " [ -e /workspace/planted ] || echo hidden");
    executor.create(Specs.withRuntime(plain, image), Progress.NONE);
    executor.start(agent);
    int uid = folders.user().uid();
    assertThat(texts())
        .containsExactly(
            "cert",
            "25",
            "x",
            "root:x:0:0:root:/:/bin/false",
            "agent:x:" + uid + ":" + folders.user().gid() + ":agent:/home:/bin/false",
            "hidden");
  }

  @Test
  void refusesToRunAsRoot() throws IOException {
    assertRefusesToRunAsRoot();
  }

  @Test
  void aProgramThatIsNotThereDoesNotStart() throws IOException {
    executor.create(Specs.withCommand(spec("exit"), List.of("/bin/nothing")), Progress.NONE);
    var refused = refusal(() -> executor.start(agent));
    assertThat(refused.reason()).isEqualTo(Reason.START);
    assertThat(refused).hasMessageContaining("/bin/nothing");
    assertThat(executor.list()).isEmpty();
  }
}
