package dev.otters.models.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatewayMeterTest {
  private final GatewayMeter meter = new GatewayMeter();

  @Test
  void answersAndFailuresAreCountedByProvider() {
    Completion answer = new Completion("x", List.of(), StopReason.END_TURN, new Usage(5, 2));
    meter.count("a", Duration.ofNanos(3), answer);
    meter.count("a", Duration.ofNanos(4), null);
    meter.count("b", Duration.ofNanos(1), answer);

    assertThat(meter.counts())
        .containsEntry("a", new GatewayMeter.Count(1, 1, 7, 5, 2))
        .containsEntry("b", new GatewayMeter.Count(1, 0, 1, 5, 2));
  }

  @Test
  void theNamesOfManyProvidersTakeNoMemory() {
    for (int i = 0; i < 2 * GatewayMeter.MOST; i++) {
      meter.count("p" + i, Duration.ZERO, null);
    }
    assertThat(meter.counts())
        .hasSize(GatewayMeter.MOST + 1)
        .containsEntry(GatewayMeter.OTHERS, new GatewayMeter.Count(0, GatewayMeter.MOST, 0, 0, 0));
  }
}
