package dev.otters.agents.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.AgentKit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentNamesTest {
  private static final String LONGEST = "a".repeat(63);

  @TempDir Path folder;
  @AutoClose private AgentKit kit;

  @BeforeEach
  void start() throws IOException {
    kit = new AgentKit(folder);
  }

  @Test
  void aNumberShortensTheLongestName() {
    kit.run();
    Agent other = kit.rows().all().getFirst();
    Agent agent =
        new Agent(
            other.id(),
            LONGEST,
            other.user(),
            other.placement(),
            other.spec(),
            other.createdAt(),
            other.standing());

    assertThat(AgentNames.choose(Optional.empty(), Optional.empty(), LONGEST, List.of()))
        .isEqualTo(LONGEST);
    assertThat(AgentNames.choose(Optional.empty(), Optional.empty(), LONGEST, List.of(agent)))
        .isEqualTo("a".repeat(61) + "-2");
  }
}
