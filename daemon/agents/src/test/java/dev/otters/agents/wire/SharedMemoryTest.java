package dev.otters.agents.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Call;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that wait for the memory of large requests, or hold it. */
@Timeout(60)
class SharedMemoryTest extends WireKitTest {
  private static final String PADDING = "x".repeat(2 * ByteBudget.FREE_BYTES);

  private ByteBudget budget() {
    return kit.wire.services.requests();
  }

  private int takeEverything() throws InterruptedException {
    return budget().share().take(Integer.MAX_VALUE);
  }

  private static void sendLarge(RuntimeClient runtime, String method) throws IOException {
    String line = "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"%s\",\"params\":{\"pad\":\"%s\"}}\n";
    runtime.raw(line.formatted(method, PADDING).getBytes(UTF_8));
  }

  private void awaitWaiting(int connections) {
    while (budget().waiting() != connections) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aConnectionThatIsClosedNoLongerWaits() throws Exception {
    ByteBudget.Share share = budget().share();
    int taken = share.take(Integer.MAX_VALUE);
    RuntimeClient runtime = kit.runtime();
    sendLarge(runtime, "lease");
    awaitWaiting(1);
    RuntimeClient next = kit.runtime();
    awaitWaiting(0);
    next.call(new Call.Ready(List.of()));
    share.release(taken);
    assertThat(takeEverything()).isEqualTo(taken);
  }

  @Test
  void aLeaseThatWaitsForWorkHoldsNoMemory() throws Exception {
    RuntimeClient runtime = kit.runtime();
    sendLarge(runtime, "lease");
    runtime.call(new Call.Ready(List.of()));
    assertThat(takeEverything()).isPositive();
  }

  @Test
  void aMalformedRequestHoldsNoMemory() throws Exception {
    RuntimeClient runtime = kit.runtime();
    sendLarge(runtime, "fly");
    assertThat(runtime.strayError().message()).contains("fly");
    assertThat(takeEverything()).isPositive();
  }
}
