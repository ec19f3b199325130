package dev.otters.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PidNamespaceTest {
  @Test
  void aProgramThatATestRunsIsNotInASandbox() {
    assertThat(PidNamespace.isOwn()).isFalse();
  }
}
