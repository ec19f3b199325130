package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Passwords, and agents in bubblewrap, whose processes the search among processes finds. */
@Tag("bubblewrap")
class BubblewrapPasswordAbsenceTest extends PasswordAbsence {
  @Override
  Otters fresh() throws IOException {
    return Otters.freshWithBubblewrap();
  }

  @Override
  List<String> sandboxes(Otters otters) {
    String bob = otters.inspect("bob").get("id").asString();
    assertThat(Traces.processesWith(otters, bob)).isNotEmpty();
    return List.of();
  }
}
