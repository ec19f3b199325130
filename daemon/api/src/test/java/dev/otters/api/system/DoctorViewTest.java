package dev.otters.api.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorViewTest {
  private static CheckView check(String state) {
    return new CheckView("a check", state, "what it found", null);
  }

  @Test
  void aFirstRunIsPossibleWithoutAProblem() {
    CheckView problem = check(CheckView.PROBLEM);
    CheckView other = check("ok");

    assertThat(DoctorView.of(List.of(other, other)).ready()).isTrue();
    assertThat(DoctorView.of(List.of()).ready()).isTrue();
    assertThat(DoctorView.of(List.of(other, problem)).ready()).isFalse();
    assertThat(DoctorView.of(List.of(problem)).ready()).isFalse();
  }
}
