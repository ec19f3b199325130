package dev.otters.worker.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.worker.sandbox.Linux;
import dev.otters.worker.tool.Families.Rest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Looks at a family that was killed, while other tools run. Nothing is stopped here. */
@Timeout(60)
class FamilyLookTest {
  /** Leaves a process in a session of its own, and prints its pid. */
  private static final String LEFTOVER =
      "setsid sh -c 'echo $$; exec sleep 100000' & wait $!; exec sleep 100000";

  private static final int MOVED = 50;

  private final Families families = new Families(false);
  private final List<Family> started = new ArrayList<>();

  @BeforeEach
  void adopt() {
    Linux.adoptOrphans();
  }

  @AfterEach
  void end() {
    started.forEach(families::end);
  }

  private Family start(String script) throws IOException {
    Family family = families.start(new ProcessBuilder("sh", "-c", script));
    started.add(family);
    return family;
  }

  private static long pid(Family family) throws IOException {
    BufferedReader reader = family.root().inputReader();
    return Long.parseLong(reader.readLine());
  }

  @Test
  void aProcessMayBeOfTheFamilyItIsBelowOnly() throws IOException {
    Family other = start("sh -c 'sleep 100000 & echo $!; wait'; :");
    Family family = start("sleep 100000 & echo $!; wait");
    long below = pid(other);

    assertThat(families.mayBeOf(other, below)).isTrue();
    assertThat(families.mayBeOf(family, below)).isFalse();
    assertThat(families.mayBeOf(family, other.root().pid())).isFalse();
    assertThat(families.mayBeOf(family, pid(family))).isTrue();
    assertThat(families.mayBeOf(family, family.root().pid())).isTrue();
  }

  @Test
  void aLeftoverMayBeOfTheFamilyWhoseMarkItHas() throws IOException {
    Family other = start("(" + LEFTOVER + ") & wait");
    Family family = start("exec sleep 100000");
    long leftover = pid(other);

    assertThat(families.mayBeOf(other, leftover)).isTrue();
    assertThat(families.mayBeOf(family, leftover)).isFalse();
  }

  @Test
  void aProcessThatHasEndedMayBeOfAnyFamily() throws Exception {
    Family family = start("exec sleep 100000");
    Process ended = new ProcessBuilder("true").start();
    assertThat(ended.waitFor()).isZero();

    assertThat(families.mayBeOf(family, ended.pid())).isTrue();
  }

  @Test
  void neitherOurThreadsNorStrangersAreOfAFamily() throws IOException {
    Family family = start("exec sleep 100000");

    assertThat(families.mayBeOf(family, ProcessHandle.current().pid())).isFalse();
    assertThat(families.mayBeOf(family, 1)).isFalse();
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      assertThat(threads.map(it -> Long.parseLong(it.getFileName().toString())))
          .filteredOn(ProcessEntry::isOwnThread)
          .noneMatch(thread -> families.mayBeOf(family, thread));
    }
  }

  @Test
  void aRootThatIsOnlyNotReapedIsNoProcessThatRuns() throws IOException {
    long now = ProcessEntry.nowTicks();

    assertThat(families.look(new Family("none", new Unreaped(), now), true, true))
        .isEqualTo(Rest.ENDING);
  }

  @Test
  void aDescendantThatRunsIsFound() throws IOException {
    Family family = start("sleep 100000 & echo $!; wait");
    assertThat(pid(family)).isPositive();

    assertThat(families.look(family, true, true)).isEqualTo(Rest.RUNNING);
  }

  @Test
  void aToolThatForksMakesTheEndOfAnotherOneNotUnsure() throws Exception {
    String forks = "while :; do sleep 0.1; done & ";
    Family other = start(forks.repeat(20) + "echo 1; wait");
    assertThat(pid(other)).isOne();
    Family family = start("exec true");
    assertThat(family.root().waitFor()).isZero();

    int moved = 0;
    int ended = 0;
    while (moved < MOVED) {
      long newest = ProcessEntry.newest();
      Rest rest = families.look(family, false, false);
      if (ProcessEntry.newest() != newest) {
        moved++;
        ended += rest == Rest.NOTHING ? 1 : 0;
      }
    }

    // Not each: other programs start and end, too, and a process that has ended is unknown.
    assertThat(ended).isPositive();
  }

  /** A process that has ended and was not reaped. */
  private static final class Unreaped extends Process {
    @Override
    public long pid() {
      return Long.MAX_VALUE;
    }

    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public int waitFor() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int exitValue() {
      throw new IllegalThreadStateException();
    }

    @Override
    public void destroy() {
      throw new UnsupportedOperationException();
    }
  }
}
