package dev.otters.agents.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.ExecutorException;
import dev.otters.oci.Fix;
import dev.otters.oci.OciException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdviceTest {
  @ParameterizedTest
  @EnumSource
  void aRemedyEndsWithTheCommandThatCarriesItOut(Fix.Operation operation) {
    OciException failure =
        new OciException(OciException.Reason.STORE, "it failed", "Check it. Mend it.")
            .with(new Fix(operation, "subject"));

    assertThat(Advice.of(failure)).startsWith("Check it. Mend it with: ").endsWith(".");
  }

  @Test
  void theCommandForAnImageStaysWhenASandboxCannotUseIt() {
    OciException image =
        new OciException(OciException.Reason.NOT_FOUND, "it is gone", "Fetch it again.")
            .with(new Fix(Fix.Operation.PULL, "r.io/x:1"));
    ExecutorException failure =
        new ExecutorException(
            ExecutorException.Reason.IMAGE, "it cannot be used", image.remedy(), image);

    assertThat(Advice.of(failure)).isEqualTo("Fetch it again with: otters pull r.io/x:1.");
  }
}
