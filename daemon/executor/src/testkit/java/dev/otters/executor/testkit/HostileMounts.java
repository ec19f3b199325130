package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.root.TreeRemover;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways in which an agent could move a mount. Every executor must withstand them. */
public abstract class HostileMounts extends SandboxTest {

  protected HostileMounts(ExecutorFixture fixture) {
    super(fixture);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/workspace/a", "/workspace/a/b", "/workspace/a/b/c", "/home/a", "/tmp/a"})
  void aLinkPlantedAtAMountPointStopsTheNextStart(String place) throws IOException {
    Path parent = Path.of(place).getParent();
    output("/bin/busybox mkdir -p " + parent + "; /bin/busybox ln -s /opt " + place);
    mounts = List.of(mount("src", place.replaceFirst("/a.*", "/a/b/c"), false));

    var refused = refusal(() -> executor.create(spec("exit"), Progress.NONE));

    assertThat(refused.reason()).isEqualTo(Reason.MOUNT);
    assertThat(refused).hasMessageContaining("is a symbolic link");
    assertThat(executor.list()).isEmpty();
    assertThat(temp.resolve("src")).isEmptyDirectory();
  }

  @Test
  void noFolderOnTheWayToAMountCanBeRenamedOrRemoved() throws IOException {
    mounts = List.of(mount("ro", "/workspace/a/b/c", true), mount("rw", "/home/x/y", false));
    List<String> output =
        output(
            """
            cd /
            for p in workspace workspace/a workspace/a/b workspace/a/b/c home/x home/x/y; do
              /bin/busybox mv $p $p-moved 2>/dev/null && echo moved $p
              /bin/busybox rm -rf $p 2>/dev/null
              [ -e $p ] || echo removed $p
            done
            (: >/workspace/a/b/c/f) 2>/dev/null || echo refused
            : >/home/x/y/f && echo written
            """);
    assertThat(output).containsExactly("refused", "written");
    assertThat(temp.resolve("ro")).isEmptyDirectory();
    assertThat(temp.resolve("rw/f")).exists();
  }

  @Test
  void aLinkPlantedBetweenCreateAndStartIsFoundOut() throws IOException {
    mounts = List.of(mount("src", "/workspace/a/b", false));
    executor.create(spec("/bin/busybox sleep 60"), Progress.NONE);
    Files.delete(folders.workspace().resolve("a/b"));
    Files.createSymbolicLink(folders.workspace().resolve("a/b"), Path.of("/opt/elsewhere"));

    var refused = refusal(() -> executor.start(agent));

    assertThat(refused.reason()).isIn(Reason.TAMPERED, Reason.START, Reason.MOUNT);
    assertThat(executor.list()).isEmpty();
  }

  @Test
  void aSourceSwappedBetweenCreateAndStartIsFoundOut() throws IOException {
    mounts = List.of(mount("src", "/workspace/a", false));
    executor.create(spec("/bin/busybox sleep 60"), Progress.NONE);
    Files.move(temp.resolve("src"), temp.resolve("src-before"));
    Files.createDirectory(temp.resolve("src"));

    var refused = refusal(() -> executor.start(agent));

    assertThat(refused.reason()).as(refused.getMessage()).isEqualTo(Reason.TAMPERED);
    assertThat(refused).hasMessageContaining("/workspace/a is not " + temp.resolve("src"));
    assertThat(executor.list()).isEmpty();
  }

  @Test
  void aSourceThatVanishedLeavesNothing() throws IOException {
    mounts = List.of(mount("src", "/workspace/a", false));
    executor.create(spec("exit"), Progress.NONE);
    Files.delete(temp.resolve("src"));

    var refused = refusal(() -> executor.start(agent));

    assertThat(refused.reason()).as(refused.getMessage()).isEqualTo(Reason.MOUNT);
    assertThat(executor.list()).isEmpty();
  }

  @Test
  void whatIsMountedLaterBelowASourceStaysOutside() throws Exception {
    Assumptions.assumeTrue(OrdinaryUser.isRoot(), "only root can mount");
    OperatorMount source = mount("shared", "/workspace/a", true);
    Path below = Files.createDirectory(source.host().resolve("below"));
    host("mount", "--bind", source.host().toString(), source.host().toString());
    host("mount", "--make-shared", source.host().toString());
    try {
      mounts = List.of(source);
      runUntilReady(
          """
          echo ready
          until [ -e /workspace/go ]; do /bin/busybox sleep 0.05; done
          (: >/workspace/a/below/x) 2>/dev/null || echo refused
          """);
      host("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", below.toString());
      Files.createFile(folders.workspace().resolve("go"));
      assertThat(texts()).containsExactly("ready", "refused");
      assertThat(below).isEmptyDirectory();
    } finally {
      host("umount", "--recursive", source.host().toString());
    }
  }

  private static void host(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void whatAnAgentLeavesBehindIsRemoved() throws IOException {
    mounts = List.of(mount("src", "/workspace/deep/er/src", true));
    output(
        """
        cd /workspace
        /bin/busybox mkdir -p closed/inner; : >closed/inner/f
        /bin/busybox ln -s /etc/passwd link; /bin/busybox ln -s / root
        i=0
        while [ $i -lt 200 ]; do
          n=d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d
          /bin/busybox mkdir -p $n && cd $n || break
          i=$((i+1))
        done
        /bin/busybox chmod 000 /workspace/closed/inner /workspace/closed /workspace/d
        """);
    executor.remove(agent);

    TreeRemover.empty(folders.workspace());
    assertThat(folders.workspace()).isEmptyDirectory();
    TreeRemover.remove(folders.root());
    assertThat(folders.root()).doesNotExist();
    assertThat(temp.resolve("src")).isDirectory();
  }
}
