package dev.otters.agents.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.Limitation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PropertyTest {
  private static ExecutorInfo info(String... limitations) {
    return new ExecutorInfo(
        "system",
        "0.8.0",
        "",
        "",
        "",
        List.of(limitations).stream().map(name -> new Limitation(name, "Nobody can.")).toList(),
        List.of());
  }

  @ParameterizedTest
  @EnumSource(Property.class)
  void whatIsAskedForAndCannotBeHeldIsRefusedByName(Property property) {
    assertThatThrownBy(
            () ->
                Property.check(Set.of(property), ExecutorKind.SYSTEM, info(property.limitation())))
        .isInstanceOfSatisfying(
            ExecutorException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(ExecutorException.Reason.UNSUPPORTED);
              assertThat(e).hasMessageContaining(property.limitation() + ": Nobody can.");
              assertThat(e.remedy()).contains("Omit it", "otters info");
            });
  }

  @Test
  void whatNobodyAskedForIsNotRefused() {
    assertThatCode(
            () -> Property.check(Set.of(), ExecutorKind.SYSTEM, info("memory-limit", "network")))
        .doesNotThrowAnyException();
    assertThatCode(
            () -> Property.check(Set.of(Property.CPUS), ExecutorKind.SYSTEM, info("memory-limit")))
        .doesNotThrowAnyException();
  }

  @Test
  void anExecutorWithoutLimitationsHoldsEverything() {
    assertThatCode(() -> Property.check(EnumSet.allOf(Property.class), ExecutorKind.DOCKER, info()))
        .doesNotThrowAnyException();
  }
}
