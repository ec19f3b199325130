package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Passwords, and agents in Docker. */
@Tag("docker")
class PasswordAbsenceTest extends PasswordAbsence {
  @Override
  Otters fresh() throws IOException {
    return Otters.fresh();
  }

  @Override
  List<String> sandboxes(Otters otters) {
    assertThat(otters.containers()).hasSize(2);
    return otters.containers().stream().map(it -> Traces.described(it.getId())).toList();
  }
}
