package dev.otters.worker.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonAddressTest {
  @Test
  void theTokenLiesBesideTheSocket() {
    DaemonAddress address = DaemonAddress.parse("unix:///run/otters/d.sock");

    assertThat(address.socket()).isEqualTo(Path.of("/run/otters/d.sock"));
    assertThat(address.tokenFile()).isEqualTo(Path.of("/run/otters/token"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://localhost:1", "unix://relative", "unix:/x", "unix:///a\0b"})
  void anythingElseIsRefusedWithWhatIsAllowed(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DaemonAddress.parse(url))
        .withMessageContaining("OTTERSD_URL");
  }

  @Test
  void attemptsComeEverSlowerUpToALimit() {
    assertThat(List.of(1, 2, 3, 4, 5, 6, 1000))
        .extracting(failures -> Backoff.WIRE.after(failures).toMillis())
        .containsExactly(100L, 200L, 400L, 800L, 1600L, 2000L, 2000L);
    assertThat(Backoff.WIRE.after(0)).isEqualTo(Duration.ofMillis(100));
  }
}
