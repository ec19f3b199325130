package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.otters.executor.Exit;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import java.io.IOException;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExitCausesTest {
  private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
  private final ExitCauses causes = new ExitCauses();

  @Test
  void takesTheSignalFromTheCode() {
    assertThat(causes.of("c", 0, NOW, () -> false).signal()).isEmpty();
    assertThat(causes.of("c", 1, NOW, () -> false).signal()).isEmpty();
    assertThat(causes.of("c", 143, NOW, () -> false).signal()).isEqualTo(OptionalInt.of(15));
    assertThat(causes.of("c", 255, NOW, () -> false).signal()).isEmpty();
    assertThat(causes.of("c", Exit.UNKNOWN, NOW, () -> false).signal()).isEmpty();
  }

  @Test
  void blamesMemoryThatRanOutJustBefore() {
    causes.ranOutOfMemory("c", NOW.minusMillis(500));
    assertThat(causes.of("c", 137, NOW, () -> true).oom()).isTrue();
    assertThat(causes.of("other", 137, NOW, () -> false).oom()).isFalse();
  }

  @Test
  void doesNotBlameMemoryThatRanOutForAToolLongBefore() {
    causes.ranOutOfMemory("c", NOW.minusSeconds(10));
    assertThat(causes.of("c", 137, NOW, () -> true).oom()).isFalse();
  }

  @Test
  void doesNotBlameMemoryForAnEndOfItsOwnOrOneThatWasAskedFor() {
    causes.ranOutOfMemory("c", NOW);
    assertThat(causes.of("c", 1, NOW, () -> true).oom()).isFalse();
    causes.requested("c");
    assertThat(causes.of("c", 137, NOW, () -> true).oom()).isFalse();
  }

  @Test
  void believesTheEngineWhereNobodyWatched() {
    assertThat(causes.of("c", 137, NOW, () -> true).oom()).isTrue();
    assertThat(causes.of("c", 137, NOW, () -> false).oom()).isFalse();
    assertThat(causes.of("c", 0, NOW, () -> true).oom()).isFalse();
  }

  @Test
  void forgetsWhatIsGone() {
    causes.requested("c");
    causes.forget("c");
    assertThat(causes.of("c", 137, NOW, () -> true).oom()).isTrue();
  }

  @Test
  void keepsOnlyWhatIsStillThere() {
    causes.requested("here");
    causes.requested("gone");
    causes.retain(Set.of("here"));
    assertThat(causes.of("here", 137, NOW, () -> true).oom()).isFalse();
    assertThat(causes.of("gone", 137, NOW, () -> true).oom()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"created", "initialized"})
  void takesAPreparedContainerForOneThatHasNotRun(String status) throws IOException {
    String json = "{\"Id\":\"c\",\"State\":{\"Status\":\"" + status + "\",\"Pid\":7}}";
    var container = new ObjectMapper().readValue(json, InspectContainerResponse.class);
    var sandbox = causes.sandbox(SandboxKey.ofAgent(UUID.randomUUID()), container);
    assertThat(sandbox.state()).isEqualTo(Sandbox.State.CREATED);
  }
}
