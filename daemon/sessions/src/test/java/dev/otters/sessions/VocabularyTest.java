package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.api.session.FailureKind;
import dev.otters.api.session.TurnOutcome;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.log.EventLog;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The wire, the database and the API have one word for one thing. */
class VocabularyTest {
  @Test
  void whatARuntimeWritesIsAnEventOfTheApiUnderTheSameName() {
    for (EventBody.Kind kind : EventBody.Kind.values()) {
      assertThat(EventType.values()).extracting(EventType::name).contains(kind.name());
    }
  }

  @Test
  void outcomesAndKindsOfFailureAreNamedAlike() {
    assertThat(names(TurnOutcome.values())).isEqualTo(names(Outcome.Kind.values()));
    assertThat(names(FailureKind.values())).isEqualTo(names(Outcome.ErrorKind.values()));
  }

  @Test
  void everyNameIsFoundAgain() {
    for (EventType type : EventType.values()) {
      assertThat(EventType.named(type.toString())).contains(type);
    }
    for (TurnOutcome outcome : TurnOutcome.values()) {
      assertThat(TurnOutcome.named(outcome.toString())).contains(outcome);
    }
    for (FailureKind kind : FailureKind.values()) {
      assertThat(FailureKind.named(kind.toString())).isEqualTo(kind);
    }
    assertThat(EventType.named("agent.dream")).isEmpty();
  }

  /** What a turn costs must not grow with all turns before it. */
  @Test
  void noTurnReadsAWholeTable(@TempDir Path folder) {
    try (SessionKit kit = new SessionKit(folder)) {
      kit.say("one");
      kit.answer(kit.lease(), "done");
      for (String condition :
          List.of(
              "activations WHERE agent = '' AND " + ActivationRows.UNFINISHED + " AND state = ''",
              "activations WHERE session = 1 AND " + ActivationRows.OPEN,
              "events WHERE session = 1 AND " + EventLog.PENDING,
              "events WHERE session = 1 AND " + EventLog.PENDING + " AND activation IS NULL",
              "events WHERE session = 1 AND " + EventLog.PENDING + " AND activation = ''")) {
        List<String> plan =
            kit.database.read(
                rows ->
                    rows.list(
                        "EXPLAIN QUERY PLAN SELECT * FROM " + condition,
                        row -> row.text("detail")));
        assertThat(plan).singleElement().asString().startsWith("SEARCH").contains("USING INDEX");
      }
    }
  }

  private static List<String> names(Enum<?>[] constants) {
    return Arrays.stream(constants).map(Enum::name).toList();
  }
}
