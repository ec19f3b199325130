package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecTest extends CommandTest {
  private static void hangUp(ServerSocket listener) {
    try {
      while (true) {
        try (Socket client = listener.accept()) {
          client.setSoLinger(true, 0);
        }
      }
    } catch (IOException _) {
      // The test is over.
    }
  }

  @Test
  void aBrokenConnectionIsAFailureOfTheCommandAndNotOfTheProgram() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> hangUp(listener));
      bench.variable("OTTERSD_URL", "http://127.0.0.1:" + listener.getLocalPort());
      bench.variable("OTTERS_TOKEN", "t");
      Bench.Run run = bench.run("exec", "bob", "ls", "--output", "json");
      assertThat(run.exit()).isEqualTo(125);
      assertThat(run.err()).contains("lost the connection to the daemon");
      assertThat(run.out()).as("the option of the program").isEmpty();
    }
  }

  @Test
  void inputThatIsNoTerminalIsRefusedAsATerminal() {
    Bench.Run run = bench.run("exec", "-it", "bob", "sh");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("standard input is not a terminal", "Leave out -t");
    assertThat(daemon.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bob",
        "bob --",
        "-x bob sh",
        "-e =1 bob sh",
        "-w x bob sh",
        "--env-file x bob sh",
        "-i"
      })
  void aWrongCommandLineIsRefusedBeforeTheDaemonIsAsked(String words) {
    Bench.Run run = bench.run(("exec " + words).strip().split(" "));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("See 'otters exec --help'.");
    assertThat(daemon.requests()).isEmpty();
  }
}
