package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.OperatorMount;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mounts whose files belong to another user than the sandbox's. Needs root. */
public abstract class MappedOwners extends SandboxTest {
  private Path source;

  protected MappedOwners(ExecutorFixture fixture) {
    super(fixture);
  }

  @BeforeEach
  void makeSource() throws IOException {
    Assumptions.assumeTrue(OrdinaryUser.isRoot(), "only root can map owners");
    source = Files.createDirectory(temp.resolve("project"));
    Files.writeString(source.resolve("private"), "secret\n");
    permit(source, "rwxr-xr-x");
    permit(source.resolve("private"), "rw-------");
  }

  private static void permit(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private void mount(boolean readOnly) {
    mounts = List.of(new OperatorMount(source, "/workspace/src", readOnly));
  }

  private static List<Integer> owner(Path file) throws IOException {
    Map<String, Object> attributes = Files.readAttributes(file, "unix:uid,gid");
    return List.of((Integer) attributes.get("uid"), (Integer) attributes.get("gid"));
  }

  private List<Integer> user() {
    return List.of(folders.user().uid(), folders.user().gid());
  }

  private void assertNothingIsMounted() throws IOException {
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(temp.toString());
  }

  @Test
  void theSandboxesUserWritesAsTheOwnerOfTheFiles() throws IOException {
    mount(false);
    List<String> output =
        output(
            """
            cd /workspace/src
            /bin/busybox stat -c %u:%g . private
            /bin/busybox cat private && echo more >>private
            /bin/busybox mkdir -p a/b && echo new >a/b/file && /bin/busybox mv a/b/file a/file
            """);
    String user = folders.user().toString();
    assertThat(output).containsExactly(user, user, "secret");
    assertThat(source.resolve("private")).hasContent("secret\nmore");
    for (String file : List.of("private", "a", "a/b", "a/file")) {
      assertThat(owner(source.resolve(file))).as(file).containsExactly(0, 0);
    }
    assertNothingIsMounted();
  }

  @Test
  void aSingleFileIsWrittenAsItsOwner() throws IOException {
    mounts = List.of(new OperatorMount(source.resolve("private"), "/data.txt", false));
    assertThat(output("echo more >>/data.txt; /bin/busybox cat /data.txt"))
        .containsExactly("secret", "more");
    assertThat(owner(source.resolve("private"))).containsExactly(0, 0);
  }

  @Test
  void aReadOnlyMountStaysReadOnly() throws IOException {
    permit(source, "rwx------");
    mount(true);
    List<String> output =
        output(
            """
            cd /workspace/src
            /bin/busybox cat private
            (: >new) 2>/dev/null || echo refused
            (: >>private) 2>/dev/null || echo refused
            /bin/busybox chmod 777 private 2>/dev/null || echo refused
            """);
    assertThat(output).containsExactly("secret", "refused", "refused", "refused");
    assertThat(source.resolve("private")).hasContent("secret");
  }

  @Test
  void filesOfOtherOwnersBelongToNobody() throws IOException {
    Path other = Files.writeString(source.resolve("other"), "theirs\n");
    Files.setAttribute(other, "unix:uid", OrdinaryUser.UID);
    permit(other, "rw-rw-rw-");
    mount(false);
    assertThat(
            output(
                """
                cd /workspace/src
                /bin/busybox stat -c %u other; /bin/busybox cat other
                (echo mine >>other) 2>/dev/null || echo refused
                """))
        .containsExactly("65534", "theirs", "refused");
    assertThat(owner(other).getFirst()).isEqualTo(OrdinaryUser.UID);
  }

  @Test
  void aMountThatTheSandboxesUserCanUseShowsTheOwnersAsTheyAre() throws IOException {
    permit(source, "rwxrwxrwx");
    mount(false);
    output("cd /workspace/src; echo mine >mine; /bin/busybox cat private");
    assertThat(owner(source.resolve("mine"))).isEqualTo(user());
  }

  @Test
  void programsWithTheOwnersRightsAndDevicesHaveNoEffect() throws IOException {
    mount(false);
    run("echo ready; /bin/busybox sleep 60");
    awaitReady();
    int pid = executor.status(agent).orElseThrow().pid().orElseThrow();
    assertThat(Files.readAllLines(Path.of("/proc/" + pid + "/mountinfo")))
        .filteredOn(line -> line.contains(" /workspace/src "))
        .singleElement()
        .satisfies(line -> assertThat(line.split(" ", -1)[5]).contains("nosuid", "nodev"));
  }

  @Test
  void nothingStaysMountedWhenASandboxIsNeverStarted() throws IOException {
    mount(false);
    executor.create(spec("exit"), Progress.NONE);
    Path mapped = temp.resolve("mounts");
    if (Files.exists(mapped)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(mapped)))
          .isEqualTo("rwx------");
    }

    executor.remove(agent);

    assertNothingIsMounted();
    assertThat(source.resolve("private")).hasContent("secret");
  }

  @Test
  void theNextDaemonUnmountsWhatAKilledOneLeftMounted() throws IOException {
    mount(false);
    executor.create(spec("exit"), Progress.NONE);

    executor.close();
    executor = open();

    assertNothingIsMounted();
    assertThat(source.resolve("private")).hasContent("secret");
  }

  @Test
  void aSourceThatChangesHandsBeforeTheStartGivesNoAccess() throws IOException {
    Path stranger = Files.createDirectory(temp.resolve("stranger"));
    permit(stranger, "rwx------");
    mount(false);
    executor.create(spec("/bin/busybox ls /workspace/src"), Progress.NONE);
    Files.move(source, temp.resolve("moved"));
    Files.move(stranger, source);
    Files.createFile(source.resolve("theirs"));
    try {
      executor.start(agent);
      assertThat(texts()).containsExactly("private");
    } catch (ExecutorException e) {
      assertThat(e.reason()).isEqualTo(Reason.TAMPERED);
    }
    assertNothingIsMounted();
  }
}
