package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Exit;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExitCausesTest {
  private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
  private final ExitCauses endings = new ExitCauses();

  @Test
  void takesTheSignalFromTheCode() {
    assertThat(endings.of("c", 0, NOW, () -> false).signal()).isEmpty();
    assertThat(endings.of("c", 1, NOW, () -> false).signal()).isEmpty();
    assertThat(endings.of("c", 143, NOW, () -> false).signal()).isEqualTo(OptionalInt.of(15));
    assertThat(endings.of("c", 255, NOW, () -> false).signal()).isEmpty();
    assertThat(endings.of("c", Exit.UNKNOWN, NOW, () -> false).signal()).isEmpty();
  }

  @Test
  void blamesMemoryThatRanOutJustBefore() {
    endings.ranOutOfMemory("c", NOW.minusMillis(500));
    assertThat(endings.of("c", 137, NOW, () -> true).oom()).isTrue();
    assertThat(endings.of("other", 137, NOW, () -> false).oom()).isFalse();
  }

  @Test
  void doesNotBlameMemoryThatRanOutForAToolLongBefore() {
    endings.ranOutOfMemory("c", NOW.minusSeconds(10));
    assertThat(endings.of("c", 137, NOW, () -> true).oom()).isFalse();
  }

  @Test
  void doesNotBlameMemoryForAnEndOfItsOwnOrOneThatWasAskedFor() {
    endings.ranOutOfMemory("c", NOW);
    assertThat(endings.of("c", 1, NOW, () -> true).oom()).isFalse();
    endings.ask("c");
    assertThat(endings.of("c", 137, NOW, () -> true).oom()).isFalse();
  }

  @Test
  void believesTheEngineWhereNobodyWatched() {
    assertThat(endings.of("c", 137, NOW, () -> true).oom()).isTrue();
    assertThat(endings.of("c", 137, NOW, () -> false).oom()).isFalse();
    assertThat(endings.of("c", 0, NOW, () -> true).oom()).isFalse();
  }

  @Test
  void forgetsWhatIsGone() {
    endings.ask("c");
    endings.forget("c");
    assertThat(endings.of("c", 137, NOW, () -> true).oom()).isTrue();
  }

  @Test
  void keepsOnlyWhatIsStillThere() {
    endings.ask("here");
    endings.ask("gone");
    endings.retain(Set.of("here"));
    assertThat(endings.of("here", 137, NOW, () -> true).oom()).isFalse();
    assertThat(endings.of("gone", 137, NOW, () -> true).oom()).isTrue();
  }
}
