package dev.otters.resources.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.FastFolder;
import dev.otters.home.store.Tx;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.Resources;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceToolContext.Run;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much agents can store, and how much turns learn of it. */
class MemoryLimitsTest {
  @TempDir(factory = FastFolder.class)
  Path folder;

  private MemoryKit kit;

  @BeforeEach
  void aDatabase() {
    kit = new MemoryKit(folder);
  }

  @AfterEach
  void close() {
    kit.close();
  }

  @Test
  void aTextIsLimitedInBytes() {
    int half = MemoryLimits.USUAL.bytesEach() / 2;
    kit.write("app", "\u00e9".repeat(half));

    MemoryKit.assertRefused(() -> kit.write("app", "\u00e9".repeat(half) + "x"), "and has 8193");
  }

  @Test
  void aGrantHoldsALimitedNumberOfMemories() {
    kit.resources = new Resources(List.of(new MemoryProvider(new MemoryLimits(3, 1000, 100))));
    kit.write("app/u1", "a");
    kit.write("app/u1/x", "b");
    String last = kit.write("app/u1/y", "c");

    MemoryKit.assertRefused(() -> kit.write("app/u1", "d"), "the memory of app/u1 is full");
    MemoryKit.assertRefused(
        () -> kit.write("app/u1", Map.of("text", "d", "supersedes", last)), "is full");
    assertThat(kit.write("app/u2", "d")).isNotEmpty();
    assertThat(new MemoryStore(kit.database).purge(new Namespace("app/u1"), true)).isEqualTo(3);
    assertThat(kit.write("app/u1", "d")).isNotEmpty();
  }

  @Test
  void aGrantHoldsALimitedNumberOfBytes() {
    kit.resources = new Resources(List.of(new MemoryProvider(new MemoryLimits(100, 150, 100))));
    kit.write("app/u1", "a".repeat(100));

    MemoryKit.assertRefused(
        () -> kit.write("app/u1", "b".repeat(51)), "with 100 bytes, and at most 100");
    assertThat(kit.write("app/u1", "b".repeat(50))).isNotEmpty();
  }

  @Test
  void theUsualLimitOfAGrantIsReached() {
    GrantedResources granted = kit.granted(ResourceMode.READ_WRITE, "app");
    long last = MemoryLimits.USUAL.entries() - 100;
    kit.database.update(
        tx -> {
          fill(tx, "app", last / 100);
          for (long i = last; i < MemoryLimits.USUAL.entries(); i++) {
            Map<String, ?> input = Map.of("text", "memory " + i, "namespace", "app/n" + i % 100);
            Resources.Said said =
                kit.resources.write(
                    tx,
                    granted,
                    MemoryKit.run(),
                    new Resources.Call("memory_write", MemoryKit.JSON.valueToTree(input)));
            assertThat(said.failed()).isFalse();
          }
        });

    MemoryKit.assertRefused(() -> kit.write("app", "one more"), "it holds 10000 memories");
    assertThat(kit.search("app", "9999")).contains("memory 9999");
    assertThat(kit.read("app/n7")).hasSize(20).first().isEqualTo("memory 9907");
  }

  /** Stores so many memories in each of a hundred namespaces below a grant. */
  private static void fill(Tx tx, String grant, long each) {
    Run run = MemoryKit.run();
    for (int i = 0; i < 100; i++) {
      Namespace namespace = new Namespace(grant + "/n" + i);
      tx.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) INSERT INTO"
              + " memories(id, namespace, type, topics, text, bytes, agent, session, activation,"
              + " created_at) SELECT 'mem_' || ?2 || '/' || i, ?2, ?3, 'general', 'memory ' || i,"
              + " 10, ?4, ?5, ?6, 0 FROM n",
          each,
          namespace.path(),
          MemoryType.FACT,
          run.agentId(),
          run.sessionId(),
          run.activationId());
      tx.execute(
          "INSERT INTO memory_words(rowid, text, topics, scope) SELECT key, text, topics, ? FROM"
              + " memories WHERE namespace = ?",
          Scope.wordsOf(namespace),
          namespace.path());
    }
  }

  @Test
  void aHundredThousandMemoriesFillTheirGrantsAndNoOthers() {
    List<String> grants = IntStream.range(0, 10).mapToObj(i -> "app/u" + i).toList();
    long each = MemoryLimits.USUAL.entries() / 100;
    kit.database.update(tx -> grants.forEach(grant -> fill(tx, grant, each)));
    assertThat(entries()).isEqualTo(100_000);

    for (String grant : grants) {
      MemoryKit.assertRefused(() -> kit.write(grant, "one more"), "it holds 10000 memories");
    }
    MemoryKit.assertRefused(() -> kit.write("app", "one more"), "the memory of app is full");
    assertThat(entries()).isEqualTo(100_000);
    assertThat(kit.search("app/u3", "more")).isEmpty();
    assertThat(kit.search("app/u3/n7", "99")).containsExactly("memory 99");
    assertThat(kit.read("app/u3/n7")).hasSize(20).first().isEqualTo("memory 100");
    assertThat(kit.context(ResourceMode.READ, "app/u3")).hasSizeLessThan(8_000);

    assertThat(kit.write("team", "another grant")).isNotEmpty();
    assertThat(new MemoryStore(kit.database).purge(new Namespace("app"), true)).isEqualTo(100_000);
    assertThat(entries()).isOne();
    assertThat(kit.write("app/u3", "one more")).isNotEmpty();
  }

  private long entries() {
    return kit.database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM memories"));
  }

  @Test
  void whatATurnLearnsIsLimited() {
    for (String text : Collections.nCopies(30, "x".repeat(380))) {
      kit.write("app", text + Math.random());
    }

    assertThat(kit.context(ResourceMode.READ_WRITE, "app").length()).isBetween(3000, 4700);
    kit.settings = Map.of(MemoryContext.SETTING, "0");
    assertThat(kit.context(ResourceMode.READ_WRITE, "app")).doesNotContain("xxx");
  }
}
