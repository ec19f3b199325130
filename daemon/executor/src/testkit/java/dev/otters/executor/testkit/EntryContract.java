package dev.otters.executor.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.Limitations;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Checks that a program that enters a sandbox is not more powerful than the sandbox's own. */
public abstract class EntryContract extends SandboxTest {
  private static final String POWERS =
      """
      cat() { /bin/busybox cat "$@"; }
      /bin/busybox grep -E '^(Uid|Gid|Cap|NoNewPrivs|Seccomp)' /proc/self/status
      /bin/busybox id -G
      /bin/busybox awk '{print $1, $2, $3, $4, $5, $6}' /proc/self/limits
      for n in cgroup ipc mnt net pid user uts; do
        /bin/busybox readlink /proc/self/ns/$n
      done
      cat /proc/self/cgroup /proc/self/mountinfo /proc/net/dev /proc/self/oom_score_adj
      /bin/busybox hostname
      umask
      /bin/busybox env | /bin/busybox sort | /bin/busybox grep -v -e ^PWD= -e ^SHLVL= -e ^OLDPWD=
      """;

  private static final String FILES =
      """
      cd /proc/self/fd
      for f in *; do
        case $(/bin/busybox readlink $f) in
          /proc/*/fd | pipe:* | /dev/null | /dev/pts/* | '') ;;
          *) echo "$f is $(/bin/busybox readlink $f)" ;;
        esac
      done
      """;

  protected EntryContract(ExecutorFixture fixture) {
    super(fixture);
  }

  private ExecOutput exec(String script) throws IOException, InterruptedException {
    ExecOutput said = new ExecOutput();
    ExecSpec spec = new ExecSpec(Shell.script(script), Map.of(), "/", Optional.empty());
    try (Execution program = executor.exec(agent, spec, said)) {
      int unused = program.await();
    }
    return said;
  }

  @Test
  void hasTheSamePowersAsTheSandboxsOwnProgram() throws Exception {
    runUntilReady("{ " + POWERS + " } >/tmp/own; echo ready; exec /bin/busybox sleep 600");
    ExecOutput said = exec(POWERS + "echo --; /bin/busybox cat /tmp/own");
    String[] both = said.out().split("--\n", 2);
    assertThat(said.err()).isEmpty();
    assertThat(both[0])
        .isEqualTo(both[1])
        .contains("CapBnd:\t0000000000000000")
        .contains("NoNewPrivs:\t1");
  }

  @Test
  void holdsNoFileOfTheMachineOpen() throws Exception {
    runUntilReady("echo ready; exec /bin/busybox sleep 600");
    ExecOutput said = exec(FILES);
    assertThat(said.out()).isEmpty();
    assertThat(said.err()).isEmpty();
  }

  @Test
  void countsTowardsTheLimitsOfTheSandbox() throws Exception {
    runUntilReady("echo ready; exec /bin/busybox sleep 600");
    String hungry = "a=0123456789; while :; do a=$a$a; done";
    ExecOutput said = new ExecOutput();
    ExecSpec spec = new ExecSpec(Shell.script(hungry), Map.of(), "/", Optional.empty());
    try (Execution program = executor.exec(agent, spec, said)) {
      assertThat(program.await()).isEqualTo(128 + 9);
    }
    assertThat(executor.status(agent).orElseThrow().pid()).isPresent();
  }

  @Test
  void cannotLeaveTheSandboxAgain() throws Exception {
    runUntilReady("echo ready; exec /bin/busybox sleep 600");
    ExecOutput said =
        exec(
            """
            /bin/busybox nsenter --net=/proc/1/ns/net /bin/busybox true 2>/dev/null || echo net
            /bin/busybox unshare --user /bin/busybox true 2>/dev/null || echo user
            /bin/busybox mount -t tmpfs none /tmp 2>/dev/null || echo mount
            /bin/busybox kill -9 1
            """);
    boolean filtered =
        executor.info().limitations().stream().noneMatch(l -> l.name().equals(Limitations.SECCOMP));
    assertThat(said.out()).isEqualTo(filtered ? "net\nuser\nmount\n" : "net\nmount\n");
  }
}
