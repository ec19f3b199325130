package dev.otters.resources.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.home.store.Database;
import dev.otters.resources.provider.ResourceException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LearningsTest {
  private static final UUID AGENT = UUID.fromString("00000000-0000-0000-0000-000000000001");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String SECRET = "tok-4f1e9c";

  @TempDir Path temp;
  @AutoClose private Database database;
  private final Files files = new Files();
  private Learnings learnings;

  /** A folder in memory that can fail. */
  private static final class Files implements LearningFolder {
    private final Map<String, String> all = new TreeMap<>();
    private boolean full;

    @Override
    public void create(UUID agent) {}

    @Override
    public void write(UUID agent, Map<String, String> wanted) throws IOException {
      if (full) {
        throw new IOException("no space");
      }
      all.putAll(wanted);
    }
  }

  @BeforeEach
  void open() {
    database = Database.open(temp.resolve("daemon.db"));
    database.update(
        tx ->
            tx.execute(
                "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
                    + " keep_workspace, restarts, created_at) VALUES(?, 'guide', 1, 1, '{}',"
                    + " 'READY', 1, 1, 0, 0, 0)",
                AGENT));
    learnings = new Learnings(database, files);
  }

  private JsonNode call(String turn, boolean granted, String tool, Map<String, ?> input) {
    LearningCalls calls =
        new LearningCalls(
            new LearningRows.Author(AGENT, "s", turn),
            granted,
            NOW,
            text -> text.replace(SECRET, "[hidden]").replace("pass word", "[hidden]"));
    JsonMapper json = JsonMapper.shared();
    return json.readTree(
        database.<String>write(tx -> calls.run(tx, tool, json.valueToTree(input))));
  }

  private JsonNode record(String turn, String kind, String title, String detail) {
    Map<String, String> input = Map.of("kind", kind, "title", title, "detail", detail);
    return call(turn, false, LearningCalls.RECORD, input);
  }

  @Test
  void aLearningIsListedTheNewestFirst() {
    record("t", "lesson", "Use rg", "It is faster.");
    record("t", "error", "The build fails", "Set JAVA_HOME.");

    JsonNode all = call("u", false, "learning_list", Map.of()).path("learnings");
    assertThat(all).extracting(it -> it.path("kind").asString()).containsExactly("error", "lesson");
    assertThat(all.get(1).path("detail").asString()).isEqualTo("It is faster.");
    assertThat(call("u", false, "learning_list", Map.of("kind", "error")).path("learnings"))
        .hasSize(1);
  }

  @Test
  void theSameTextIsRecordedOnceWhateverItsCaseAndBlanks() {
    String id = record("t", "lesson", "Use rg", "It is faster.").path("id").asString();

    JsonNode again = record("u", "lesson", " use  RG", "It is\n faster. ");
    assertThat(again.path("duplicate").asBoolean()).isTrue();
    assertThat(again.path("id").asString()).isEqualTo(id);
    assertThat(record("u", "correction", "Use rg", "It is faster.").path("duplicate").asBoolean())
        .isFalse();
    assertThat(record("u", "lesson", "Use rg", "It is much faster.").path("duplicate").asBoolean())
        .isFalse();
  }

  @Test
  void aTurnRecordsThree() {
    for (int i = 1; i <= 3; i++) {
      record("t", "lesson", "Number " + i, "x");
    }

    assertThat(record("t", "lesson", "Number 1", "x").path("duplicate").asBoolean()).isTrue();
    assertThatThrownBy(() -> record("t", "lesson", "Number 4", "x"))
        .isInstanceOf(ResourceException.class)
        .hasMessage("this turn has recorded 3 learnings, which is the limit");
    assertThat(record("u", "lesson", "Number 4", "x").path("duplicate").asBoolean()).isFalse();
  }

  @Test
  void theNewestAreKept() {
    for (int i = 0; i < LearningRows.MOST + 5; i++) {
      record("t" + i, "lesson", "Number " + i, "x");
    }

    assertThat(learnings.newest(AGENT, Optional.empty(), 1000))
        .hasSize(LearningRows.MOST)
        .last()
        .matches(it -> it.lesson().title().equals("Number 5"));
  }

  @ParameterizedTest
  @CsvSource({
    "lesson, '', d, title must have 1 to 200 bytes",
    "lesson, ' \u0007 ', d, title must have 1 to 200 bytes",
    "lesson, t, ' ', detail must have 1 to 2000 bytes",
    "rule, t, d, 'kind must be one of lesson, correction, error'"
  })
  void aWrongInputIsRefused(String kind, String title, String detail, String why) {
    assertThatThrownBy(() -> record("t", kind, title, detail)).hasMessageContaining(why);
  }

  @Test
  void aTextMayHaveItsLimitInBytes() {
    record("t", "lesson", "é".repeat(100), "é".repeat(1000));

    assertThatThrownBy(() -> record("t", "lesson", "é".repeat(101), "x"))
        .hasMessageContaining("title");
    assertThatThrownBy(() -> record("t", "lesson", "x", "é".repeat(1000) + "x"))
        .hasMessageContaining("detail");
  }

  @Test
  void noSecretIsStored() {
    record("t", "lesson", "The pass  word", "It is " + SECRET + ", then pass\u0007word");
    learnings.changed(AGENT);

    assertThat(files.all.toString())
        .contains("The [hidden]", "It is [hidden], then [hidden]")
        .doesNotContain(SECRET, "pass word");
  }

  @Test
  void aSessionWithGrantsRecordsNothingAndReads() {
    record("t", "lesson", "Use rg", "It is faster.");
    Map<String, String> input = Map.of("kind", "lesson", "title", "a", "detail", "b");

    assertThatThrownBy(() -> call("u", true, LearningCalls.RECORD, input))
        .hasMessageContaining("nothing was recorded");
    assertThat(call("u", true, "learning_list", Map.of()).path("learnings")).hasSize(1);
  }

  @Test
  void eachKindHasAFileWithOneLineForEachTheOldestFirst() {
    learnings.prepare(AGENT);
    assertThat(files.all)
        .isEqualTo(Map.of("lessons.jsonl", "", "corrections.jsonl", "", "errors.jsonl", ""));
    record("t", "lesson", "One", "a\nb");
    record("t", "lesson", "Two", "c");

    learnings.changed(AGENT);

    assertThat(files.all.get("lessons.jsonl"))
        .isEqualTo(
            "{\"id\":\"1\",\"kind\":\"lesson\",\"title\":\"One\",\"detail\":\"a\\nb\","
                + "\"session\":\"s\",\"recordedAt\":\"2026-01-01T00:00:00Z\"}\n"
                + "{\"id\":\"2\",\"kind\":\"lesson\",\"title\":\"Two\",\"detail\":\"c\","
                + "\"session\":\"s\",\"recordedAt\":\"2026-01-01T00:00:00Z\"}\n");
    assertThat(learnings.delete(AGENT, 1)).isTrue();
    assertThat(learnings.delete(AGENT, 1)).isFalse();
    assertThat(files.all.get("lessons.jsonl")).startsWith("{\"id\":\"2\"").hasLineCount(1);
  }

  @Test
  void whatADaemonDidNotWriteTheNextOneDoes() {
    learnings.prepare(AGENT);
    record("t", "lesson", "One", "a"); // and the daemon is killed
    assertThat(files.all.get("lessons.jsonl")).isEmpty();

    new Learnings(database, files).boot();
    assertThat(files.all.get("lessons.jsonl")).hasLineCount(1);

    files.full = true;
    record("t", "lesson", "Two", "a");
    learnings.changed(AGENT);
    assertThat(files.all.get("lessons.jsonl")).hasLineCount(1);
    assertThatThrownBy(() -> learnings.prepare(AGENT)).hasMessageContaining("no space");

    files.full = false;
    learnings.prepare(AGENT);
    assertThat(files.all.get("lessons.jsonl")).hasLineCount(2);
  }

  @Test
  void aDeletedLearningIsGoneAfterTheNextStart() {
    record("t", "lesson", "One", "a");
    learnings.changed(AGENT);
    files.full = true;
    assertThat(learnings.delete(AGENT, 1)).isTrue();
    assertThat(files.all.get("lessons.jsonl")).hasLineCount(1);

    files.full = false;
    new Learnings(database, files).boot();

    assertThat(files.all.get("lessons.jsonl")).isEmpty();
  }

  @Test
  void anAnswerHasALimitInBytes() {
    for (int i = 0; i < 20; i++) {
      record("t" + i, "lesson", "Number " + i, "x".repeat(2000));
    }

    JsonNode all = call("u", false, "learning_list", Map.of());
    assertThat(all.path("learnings")).hasSize(15);
    assertThat(all.path("more").asBoolean()).isTrue();
    assertThat(call("u", false, "learning_list", Map.of("limit", 1)).path("more").asBoolean())
        .isTrue();
  }

  @Test
  void aRemovedAgentLeavesNothing() {
    record("t", "lesson", "One", "a");

    database.update(tx -> tx.execute("DELETE FROM agents WHERE id = ?", AGENT));

    assertThat(learnings.newest(AGENT, Optional.empty(), 10)).isEmpty();
  }
}
