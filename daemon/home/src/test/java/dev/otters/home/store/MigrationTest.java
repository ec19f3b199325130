package dev.otters.home.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.store.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the schema of a database comes to be. */
class MigrationTest {
  private static final Migration SECOND = new Migration(2, "ALTER TABLE a ADD COLUMN more TEXT;\n");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("daemon.db");
  }

  private Database open(Migration... migrations) {
    return Database.open(file(), List.of(migrations));
  }

  /** Writes rows with the schema of an older release. */
  private void wasWritten(List<Migration> older, String... statements) {
    try (Database old = Database.open(file(), older)) {
      old.update(
          tx -> {
            for (String statement : statements) {
              tx.execute(statement);
            }
          });
    }
  }

  private static List<String> texts(Database database, String query, String column) {
    return database.read(rows -> rows.list(query, row -> row.text(column)));
  }

  private static List<Long> numbers(Database database, String query, String column) {
    return database.read(rows -> rows.list(query, row -> row.number(column)));
  }

  @Test
  void laterStepsOfTheSchemaAreAddedToWhatIsThere() {
    try (Database database = open(SampleTable.FIRST)) {
      SampleTable.put(database, "x", 1);
    }
    try (Database database = open(SampleTable.FIRST, SECOND)) {
      database.update(tx -> tx.execute("UPDATE a SET more = 'y'"));
      assertThat(SampleTable.count(database)).isEqualTo(1);
    }
  }

  @Test
  void aFailingStepLeavesTheSchemaAsItWas() {
    Migration broken = new Migration(2, "CREATE TABLE b(k TEXT);\nCREATE TABLE a(k TEXT);\n");
    open(SampleTable.FIRST).close();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(SampleTable.FIRST, broken));
    try (Database database = open(SampleTable.FIRST, SECOND)) {
      assertThat(
              database.<Boolean>read(
                  rows -> rows.any("SELECT 1 FROM sqlite_schema WHERE name = 'b'")))
          .isFalse();
    }
  }

  @Test
  void aSchemaOfANewerProgramIsRefused() {
    open(SampleTable.FIRST, SECOND).close();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(SampleTable.FIRST))
        .withMessageContaining("V0002.sql")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NEWER_SCHEMA));
  }

  @Test
  void anEditedStepIsRefused() {
    open(SampleTable.FIRST).close();
    Migration edited = new Migration(1, SampleTable.FIRST.sql() + "\n");
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(edited))
        .withMessageContaining(SampleTable.FIRST.name())
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CHANGED_MIGRATION));
  }

  @Test
  void whatIsNoDatabaseIsRefusedAndKept() throws IOException {
    byte[] text =
        "this is not a database, and long enough to be looked at ".repeat(20).getBytes(UTF_8);
    Files.write(file(), text);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> open(SampleTable.FIRST))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DAMAGED));
    assertThat(file()).hasBinaryContent(text);
  }

  @Test
  void theStepsOfTheProgramApply() {
    try (Database database = Database.open(file())) {
      assertThat(database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM sessions")))
          .isZero();
    }
    Database.open(file()).close();
  }

  @ParameterizedTest
  @MethodSource("olderSchemas")
  void everyOlderSchemaIsUpdatedAndKeepsItsSessions(List<Migration> older) {
    wasWritten(
        older,
        "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(1,"
            + " 'a', 's', 'IDLE', 0, 0)",
        "INSERT INTO events(session, seq, id, type, created_at, body) VALUES(1, 1, 'e',"
            + " 'user.message', 0, '{\"text\":\"Hello\"}')");
    try (Database database = Database.open(file())) {
      assertThat(
              texts(
                  database,
                  "SELECT sessions.id || ' ' || body AS line FROM sessions JOIN events ON"
                      + " session = key",
                  "line"))
          .containsExactly("s {\"text\":\"Hello\"}");
    }
  }

  static Stream<List<Migration>> olderSchemas() {
    List<Migration> all = Migration.all();
    return IntStream.range(1, all.size()).mapToObj(steps -> all.subList(0, steps));
  }

  @Test
  void theCompletionsOfOlderReleasesKeepTheNamesOfTheirAgentAndSession() {
    wasWritten(
        Migration.all().subList(0, 7),
        "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
            + " keep_workspace, restarts, created_at) VALUES('a', 'bob', 1, 1, '',"
            + " 'RUNNING', 1, 1, 0, 0, 0)",
        "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(1,"
            + " 'a', 's', 'IDLE', 0, 0), (2, 'gone', 't', 'IDLE', 0, 0)",
        "INSERT INTO completions(activation, fence, step, session, model, input_tokens,"
            + " output_tokens, estimated, at) VALUES('x', 1, 1, 1, 'p/m', 10, 3, 1, 5),"
            + " ('y', 1, 1, 2, 'p/m', 20, 4, 0, 6)");
    try (Database database = Database.open(file())) {
      assertThat(
              texts(
                  database,
                  "SELECT concat_ws(' ', agent_name, session, model, input_tokens,"
                      + " cached_tokens, output_tokens, estimated, at) AS line FROM ledger"
                      + " ORDER BY at",
                  "line"))
          .containsExactly("bob s p/m 10 0 3 1 5", "gone t p/m 20 0 4 0 6");
    }
  }

  @Test
  void theEventsOfOlderReleasesKnowTheSizeOfTheirConversation() {
    wasWritten(
        Migration.all().subList(0, 5),
        "INSERT INTO sessions(key, agent, id, status, last_seq, created_at, updated_at)"
            + " VALUES(1, 'a', 's', 'IDLE', 3, 0, 0), (2, 'a', 't', 'IDLE', 0, 0, 0)",
        "INSERT INTO events(session, seq, id, type, created_at, body) VALUES(1, 1, 'a',"
            + " 'user.message', 0, 'ä'), (1, 2, 'b', 'turn.started', 0, 'silent'), (1, 3,"
            + " 'c', 'agent.message', 0, 'xyz')");
    try (Database database = Database.open(file())) {
      assertThat(numbers(database, "SELECT total FROM events ORDER BY seq", "total"))
          .containsExactly(2L, 2L, 5L);
      assertThat(numbers(database, "SELECT bytes FROM sessions ORDER BY key", "bytes"))
          .containsExactly(5L, 0L);
    }
  }

  @Test
  void theMessagesOfOlderReleasesStayPendingAmongWakes() {
    wasWritten(
        Migration.all().subList(0, 22),
        "INSERT INTO sessions(key, agent, id, status, last_seq, created_at, updated_at)"
            + " VALUES(1, 'a', 's', 'IDLE', 1, 0, 0)",
        "INSERT INTO events(session, seq, id, type, created_at, body) VALUES(1, 1, 'a',"
            + " 'user.message', 0, 'x')");
    try (Database database = Database.open(file())) {
      assertThat(
              numbers(
                  database,
                  "SELECT seq FROM events INDEXED BY events_pending WHERE session = 1 AND type IN"
                      + " ('user.message', 'wake.fired') AND processed_at IS NULL",
                  "seq"))
          .containsExactly(1L);
    }
  }

  @Test
  void theSessionsOfOlderReleasesGetTitles() {
    wasWritten(
        Migration.all().subList(0, 8),
        "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(1,"
            + " 'a', 's', 'IDLE', 0, 0), (2, 'a', 't', 'IDLE', 0, 0)",
        "INSERT INTO events(session, seq, id, type, created_at, body) VALUES(1, 1, 'a',"
            + " 'user.message', 0, '{\"text\":\"Hello\"}'), (2, 1, 'a', 'user.message', 0,"
            + " 'damaged')");
    try (Database database = Database.open(file())) {
      assertThat(texts(database, "SELECT title FROM sessions ORDER BY key", "title"))
          .containsExactly("Hello", "");
    }
  }

  @Test
  void budgetsCountWhatOlderReleasesUsed() {
    wasWritten(
        Migration.all().subList(0, 8),
        "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(1,"
            + " 'a', 's', 'IDLE', 0, 0), (2, 'a', 't', 'IDLE', 0, 0)",
        "INSERT INTO ledger(activation, fence, step, agent, agent_name, session, model,"
            + " input_tokens, cached_tokens, cache_write_tokens, output_tokens,"
            + " reasoning_tokens, estimated, at) VALUES('x', 1, 1, 'a', 'bob', 's', 'p/m',"
            + " 10, 0, 0, 3, 0, 0, 0), ('x', 1, -2, 'a', 'bob', 's', 'p/m', 1000000000000,"
            + " 0, 0, 1000000000000, 0, 1, 0), ('y', 1, 1, 'a', 'bob', 'removed', 'p/m',"
            + " 5, 0, 0, 0, 0, 0, 0)");
    try (Database database = Database.open(file())) {
      assertThat(
              numbers(
                  database,
                  "SELECT spent_tokens AS n FROM sessions UNION ALL SELECT tokens FROM"
                      + " spending",
                  "n"))
          .containsExactly(2_000_000_000_013L, 0L, 2_000_000_000_018L);
    }
  }

  @Test
  void theRecordOfOlderReleasesNamesTheRequests() {
    wasWritten(
        Migration.all().subList(0, 25),
        "INSERT INTO audit(at, action, subject, token) VALUES(1, 'vault.set', 'a', 't'),"
            + " (2, 'vault.reveal', 'a', 't'), (3, 'vault.rm', 'a', 't')");
    try (Database database = Database.open(file())) {
      assertThat(texts(database, "SELECT call || ' ' || status AS n FROM audit", "n"))
          .containsExactly(
              "PUT /v1/vaults/{vault} 200",
              "POST /v1/vaults/{vault}/reveal 200",
              "DELETE /v1/vaults/{vault} 204");
    }
  }

  @Test
  void theMemoriesOfOlderReleasesAreFoundWhereTheyAre() {
    wasWritten(
        Migration.all().subList(0, 32),
        "INSERT INTO memories(key, id, namespace, type, topics, text, bytes, agent, session,"
            + " activation, created_at, superseded_by) VALUES"
            + " (1, 'mem_1', 'app/u1/x', 'FACT', 'general', 'tabs', 4, 'a', 's', 'x', 0, NULL),"
            + " (2, 'mem_2', 'app', 'FACT', 'general', 'tabs', 4, 'a', 's', 'x', 0, NULL),"
            + " (3, 'mem_3', 'app', 'FACT', 'general', 'tabs', 4, 'a', 's', 'x', 0, 'mem_2')");
    try (Database database = Database.open(file())) {
      assertThat(found(database, "a6170702f75312f78")).containsExactly(1L);
      assertThat(found(database, "b6170702f75312f78")).containsExactly(1L);
      assertThat(found(database, "b6170702f7531")).containsExactly(1L);
      assertThat(found(database, "b617070")).containsExactly(1L, 2L);
      assertThat(found(database, "a617070")).containsExactly(2L);
      assertThat(found(database, "tabs")).containsExactly(1L, 2L);
    }
  }

  private static List<Long> found(Database database, String word) {
    String sql = "SELECT rowid AS n FROM memory_words WHERE memory_words MATCH '%s' ORDER BY rowid";
    return numbers(database, sql.formatted(word), "n");
  }
}
