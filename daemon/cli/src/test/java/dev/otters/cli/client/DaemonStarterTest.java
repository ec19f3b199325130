package dev.otters.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.FakeOttersd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonStarterTest {
  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void stopTheDaemon() throws IOException {
    bench = new Bench(folder);
    bench.daemon().stop();
    Files.delete(bench.home().resolve("credentials.json"));
    Files.createDirectories(folder.resolve("dist/bin"));
    bench.distribution(folder.resolve("dist"));
  }

  @AfterEach
  void killWhatWasStarted() throws IOException {
    Path pid = bench.home().resolve("pid");
    if (Files.exists(pid)) {
      ProcessHandle.of(Long.parseLong(Files.readString(pid)))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  private void ottersd(String script) throws IOException {
    Path program =
        Files.writeString(folder.resolve("dist/bin/ottersd"), "#!/bin/sh\n" + script + "\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
  }

  private void realOttersd() throws IOException {
    ottersd(
        "exec '%s/bin/java' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s \"$@\""
            .formatted(
                System.getProperty("java.home"),
                System.getProperty("java.class.path"),
                FakeOttersd.class.getName()));
  }

  @Test
  void aDaemonIsStartedWhenNoneAnswers() throws IOException {
    realOttersd();
    Bench.Run run = bench.run("ps");
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(bench.home().resolve("starts")).hasContent("serve");
    assertThat(Files.getPosixFilePermissions(bench.home().resolve("ottersd.log")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    assertThat(bench.run("ps").exit()).isZero();
    assertThat(bench.home().resolve("starts")).hasContent("serve");
  }

  @Test
  void theDaemonHasASessionOfItsOwn() throws IOException {
    realOttersd();
    assertThat(bench.run("ps").exit()).isZero();
    String pid = Files.readString(bench.home().resolve("pid"));
    String stat = Files.readString(Path.of("/proc", pid, "stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    assertThat(fields[3]).describedAs("session").isEqualTo(pid);
  }

  @Test
  void ofCommandsThatRunAtOnceOneStartsIt() throws Exception {
    realOttersd();
    List<CompletableFuture<Bench.Run>> runs =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () -> bench.run("ps"), Thread::startVirtualThread))
            .toList();
    for (CompletableFuture<Bench.Run> run : runs) {
      Bench.Run done = run.get(30, TimeUnit.SECONDS);
      assertThat(done.exit()).describedAs(done.err()).isZero();
    }
    assertThat(bench.home().resolve("starts")).hasContent("serve");
  }

  @Test
  void aDaemonThatEndsAtOnceIsReportedWithTheEndOfItsLog() throws IOException {
    Files.writeString(bench.home().resolve("ottersd.log"), "of an earlier start\n");
    ottersd("echo 'the home is in use by pid 17' >&2; exit 3");
    Bench.Run run = bench.run("ps");
    assertThat(run.exit()).isEqualTo(6);
    assertThat(run.err())
        .contains(
            "the daemon exited with code 3 during its start",
            "  the home is in use by pid 17",
            "ottersd.log")
        .doesNotContain("an earlier start");
  }

  @Test
  void theTokenOfAnotherDaemonIsNotGivenToIt() throws IOException {
    ottersd("echo \"token=$OTTERS_TOKEN url=$OTTERSD_URL home=$OTTERS_HOME\"; exit 1");
    assertThat(bench.variable("OTTERS_TOKEN", "s3cret").run("ps").err())
        .contains("token= url= home=" + bench.home())
        .doesNotContain("s3cret");
  }

  @Test
  void theHomeIsMadeForItsOwnerAlone() throws IOException {
    ottersd("exit 1");
    Path home = folder.resolve("new/home");
    assertThat(bench.variable("OTTERS_HOME", home.toString()).run("ps").exit()).isEqualTo(6);
    assertThat(Files.getPosixFilePermissions(home))
        .doesNotContain(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_EXECUTE);
  }

  @Test
  void aHomeThatCannotBeOneIsNamed() throws IOException {
    ottersd("exit 1");
    Path file = Files.createFile(folder.resolve("file"));
    Bench.Run run = bench.variable("OTTERS_HOME", file.toString()).run("ps");
    assertThat(run.exit()).isEqualTo(6);
    assertThat(run.err())
        .contains(file + " cannot be the daemon's home", "OTTERS_HOME")
        .doesNotContain("Exception");
  }

  @Test
  void versionStartsNothing() throws IOException {
    ottersd("echo started > $OTTERS_HOME/starts");
    assertThat(bench.run("version").out()).isEqualTo("Client: 1.2.3\nDaemon: not running\n");
    assertThat(bench.home().resolve("starts")).doesNotExist();
  }
}
