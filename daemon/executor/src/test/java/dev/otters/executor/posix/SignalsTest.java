package dev.otters.executor.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
}
