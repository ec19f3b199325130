package dev.otters.api.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureKindTest {
  @ParameterizedTest
  @EnumSource(FailureKind.class)
  void aKindIsFoundByTheNameThatEventsCarry(FailureKind kind) {
    assertThat(FailureKind.named(kind.toString())).isEqualTo(kind);
  }

  @Test
  void aKindOfALaterReleaseIsUnknown() {
    assertThat(FailureKind.named("postponed")).isEqualTo(FailureKind.UNKNOWN);
  }
}
