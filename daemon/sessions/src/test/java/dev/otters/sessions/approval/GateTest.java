package dev.otters.sessions.approval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateTest {
  @Test
  void whatTheImageAsksForAndWhatTheOperatorAddsCountTogether() {
    Gate gate = Gate.of(Map.of("ask-tools", "kubectl", "ask-also", "rg", "trace", "full"));

    assertThat(gate.tools()).containsExactlyInAnyOrder("kubectl", "rg");
    assertThat(gate.has("kubectl")).isTrue();
    assertThat(gate.has("sh")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kubectl helm", "kubectl,helm", " kubectl ,\n helm ", "helm kubectl helm"})
  void namesAreSeparatedBySpacesOrCommas(String list) {
    assertThat(Gate.of(Map.of("ask-tools", list)).tools())
        .containsExactlyInAnyOrder("kubectl", "helm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", ","})
  void anEmptyListGatesNothing(String list) {
    assertThat(Gate.of(Map.of("ask-tools", list)).tools()).isEmpty();
    assertThat(Gate.of(Map.of()).tools()).isEmpty();
  }
}
