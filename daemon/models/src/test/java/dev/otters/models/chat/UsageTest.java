package dev.otters.models.chat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UsageTest {
  @Test
  void partsAreNotLargerThanTheWhole() {
    assertThat(new Usage(10, 4, 9, 5, 7, false)).isEqualTo(new Usage(10, 4, 6, 5, 5, false));
    assertThat(new Usage(10, 12, 1, 5, 5, false)).isEqualTo(new Usage(10, 10, 0, 5, 5, false));
    assertThat(new Usage(-1, -2, -3, -4, -5, false)).isEqualTo(Usage.NONE);
  }
}
