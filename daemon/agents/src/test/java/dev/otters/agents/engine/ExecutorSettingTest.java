package dev.otters.agents.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutorSettingTest {
  private static final Map<String, String> SYSTEM = Map.of("OTTERS_EXECUTOR", "system");

  @Test
  void theArgumentWinsOverTheEnvironmentAndThatOverTheFile() {
    Optional<ExecutorKind> file = Optional.of(ExecutorKind.DOCKER);

    assertThat(ExecutorSetting.of(Optional.of("docker"), SYSTEM, Optional.empty()))
        .contains(new ExecutorSetting(ExecutorKind.DOCKER, "ottersd serve --executor"));
    assertThat(ExecutorSetting.of(Optional.empty(), SYSTEM, file))
        .contains(new ExecutorSetting(ExecutorKind.SYSTEM, "OTTERS_EXECUTOR"));
    assertThat(ExecutorSetting.of(Optional.empty(), Map.of(), file))
        .contains(new ExecutorSetting(ExecutorKind.DOCKER, "executor in ottersd.yaml"));
  }

  @Test
  void anEmptyVariableSaysNothing() {
    assertThat(
            ExecutorSetting.of(Optional.empty(), Map.of("OTTERS_EXECUTOR", " "), Optional.empty()))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"podman", "Docker", "docker,system", "unsandboxed"})
  void anotherWordIsRefusedWithItsPlace(String word) {
    assertThatThrownBy(
            () ->
                ExecutorSetting.of(
                    Optional.empty(), Map.of("OTTERS_EXECUTOR", word), Optional.empty()))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID_REQUEST);
              assertThat(e.problem().title()).isEqualTo("OTTERS_EXECUTOR is '" + word + "'");
              assertThat(e.problem().remedy()).containsIgnoringCase("Use docker or system");
            });
  }
}
