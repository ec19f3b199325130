package dev.otters.models.provider.local.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentFormTest {
  @Test
  void whatAllCallsBeginWithIsFixed() {
    assertThat(
            ArgumentForm.of(
                List.of(
                    List.of("-r", "-c", "a"), List.of("-r", "-c", "b"), List.of("-r", "-c", "c"))))
        .contains(new ArgumentForm(List.of("-r", "-c"), 1));
  }

  @Test
  void callsThatDifferHaveNoForm() {
    assertThat(ArgumentForm.of(List.of(List.of("a"), List.of("b"), List.of("c")))).isEmpty();
    assertThat(ArgumentForm.of(List.of(List.of("-c", "a"), List.of("-c"), List.of("-c", "b"))))
        .isEmpty();
    assertThat(ArgumentForm.of(List.of(List.of(), List.of(), List.of()))).isEmpty();
  }

  @Test
  void twoCallsAreTooFewToTell() {
    assertThat(ArgumentForm.of(List.of(List.of("-c", "a"), List.of("-c", "b")))).isEmpty();
  }
}
