package dev.otters.executor.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionsTest {
  @ParameterizedTest
  @ValueSource(strings = {"1.1.5+ds1", "1.0.0", "1.2.7", "1.3.2"})
  void warnsOfARuncThatLetsOut(String version) {
    assertThat(RuncVersion.warning(version).orElseThrow()).contains(version, "CVE-2025-31133");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.2.8", "1.3.3", "1.3.4-1", "1.4.0", "2.0.0", "unknown"})
  void doesNotWarnOfOthers(String version) {
    assertThat(RuncVersion.warning(version)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1.48,1.48,0", "1.51,1.48,1", "1.9,1.48,-1", "2.0,1.48,1"})
  void ordersApiVersionsByNumber(String one, String other, int sign) {
    int compared =
        ApiVersion.parse(one).orElseThrow().compareTo(ApiVersion.parse(other).orElseThrow());
    assertThat(Integer.signum(compared)).isEqualTo(sign);
  }

  @Test
  void takesNothingElseForAVersion() {
    assertThat(ApiVersion.parse("1")).isEmpty();
    assertThat(ApiVersion.parse("1.48beta")).isEmpty();
  }
}
