package dev.otters.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlatformTest {
  @Test
  void everyArm64IsTheSamePlatform() {
    assertThat(Platform.parse("linux/arm64/v8")).isEqualTo(Platform.parse("linux/arm64"));
    assertThat(Platform.parse("linux/arm/v7")).isNotEqualTo(Platform.parse("linux/arm"));
  }

  @Test
  void writesItselfAsItIsRead() {
    assertThat(Platform.parse("linux/arm/v7")).hasToString("linux/arm/v7");
    assertThat(Platform.ofThisMachine().os()).isEqualTo("linux");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "linux", "linux/", "/amd64", "linux/amd64/v1/x", "Linux/amd64", "a b/c"})
  void refusesOtherForms(String text) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> Platform.parse(text))
        .satisfies(e -> assertThat(e.remedy()).contains("linux/amd64"));
  }
}
