package dev.otters.executor.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SignalsTest {
  private Process process;

  @BeforeEach
  void start() throws IOException {
    process = new ProcessBuilder("/bin/sleep", "600").start();
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void onlyTheProcessThatIsMeantReceivesASignal() throws Exception {
    int pid = (int) process.pid();
    assertThat(Signals.send(pid, Signals.KILL, () -> false)).isFalse();
    assertThat(process.isAlive()).isTrue();
    assertThat(Signals.send(pid, Signals.TERM, () -> true)).isTrue();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(128 + Signals.TERM);
  }

  @Test
  void aProcessThatHasEndedReceivesNone() throws Exception {
    process.destroyForcibly().waitFor();
    assertThat(Signals.send((int) process.pid(), Signals.KILL, () -> true)).isFalse();
  }

  @Test
  void ignoredSignalsReachTheProgramsOfThisProcessOnly() throws Exception {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "trap '' HUP INT; exec \"$@\""));
    command.addAll(List.of("sh", Path.of(System.getProperty("java.home"), "bin/java").toString()));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), Ignoring.class.getName()));
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();

    assertThat(new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
        .containsExactly("130", "still here", "0");
    assertThat(java.waitFor()).isZero();
  }

  /** Runs a program that interrupts itself, before and after it was interrupted itself. */
  static final class Ignoring {
    public static void main(String[] args) throws Exception {
      Signals.receiveIgnored();
      System.out.println(run("kill -INT $$; echo ignored"));
      int own = (int) ProcessHandle.current().pid();
      for (int signal : new int[] {1, 2}) {
        if (!Signals.send(own, signal, () -> true)) {
          throw new IllegalStateException("not sent");
        }
      }
      System.out.println("still here");
      System.out.println(run("true"));
    }

    private static int run(String script) throws Exception {
      return new ProcessBuilder("/bin/sh", "-c", script).inheritIO().start().waitFor();
    }
  }
}
