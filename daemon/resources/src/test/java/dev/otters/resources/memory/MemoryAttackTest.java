package dev.otters.resources.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.resources.GrantedResources;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.ResourceMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Inputs by which a model tries to break the store of memories, or to read what it may not. */
class MemoryAttackTest {
  private static final List<String> SYNTAX =
      List.of(
          "\0", "\"", " NEAR(", " OR ", " NOT ", "*", "^", "text : ", "{scope} : ", ")", "\uD800");

  @TempDir private Path folder;
  @AutoClose private MemoryKit kit;

  @BeforeEach
  void aDatabase() {
    kit = new MemoryKit(folder);
  }

  private static String anything(Random random) {
    return random
        .ints(1 + random.nextInt(40), 0, 8)
        .mapToObj(
            kind ->
                switch (kind) {
                  case 0, 1 -> SYNTAX.get(random.nextInt(SYNTAX.size()));
                  case 2 -> Character.toString(random.nextInt(Character.MAX_CODE_POINT));
                  case 3 -> Character.toString(0x300 + random.nextInt(0x70));
                  default -> Character.toString('a' + random.nextInt(26));
                })
        .collect(Collectors.joining());
  }

  @Test
  void noTextBreaksTheIndex() {
    Random random = new Random(7);
    GrantedResources granted = kit.granted(ResourceMode.READ_WRITE, "app");
    for (int i = 0; i < 500; i++) {
      String text = "word " + anything(random) + "\n";
      String stored = MemoryKit.JSON.writeValueAsString(Map.of("text", text));
      String query = MemoryKit.JSON.writeValueAsString(Map.of("query", text, "limit", 1));
      assertThat(kit.call(granted, "memory_write", stored).path("action").asString())
          .isEqualTo("stored");
      assertThat(kit.call(granted, "memory_search", query).path("memories")).isNotEmpty();
    }
    kit.database.update(
        tx -> {
          String check = "INSERT INTO memory_words(memory_words) VALUES('integrity-check')";
          assertThat(tx.execute(check)).isNotNegative();
        });
  }

  @Test
  void theWordsOfAPathFindNothing() {
    kit.write("app/u1", "mine");
    kit.write("app/u2", "foreign");
    for (String path : List.of("app", "app/u1", "app/u2")) {
      String words = Scope.wordsOf(new Namespace(path));
      assertThat(kit.search("app/u1", words)).isEmpty();
      assertThat(kit.search("app/u1", "foreign OR scope : (" + words + ")")).isEmpty();
    }
  }

  @Test
  void theMostAndDeepestGrantsAreReadable() {
    String[] grants =
        IntStream.range(0, 32).mapToObj(MemoryAttackTest::deepest).toArray(String[]::new);
    kit.write(grants[31], "deep text");
    kit.write(grants[31].substring(0, grants[31].indexOf('/')), "shallow text");
    GrantedResources granted = kit.granted(ResourceMode.READ_WRITE, grants);

    assertThat(MemoryKit.texts(kit.call(granted, "memory_search", "{\"query\":\"text\"}")))
        .containsExactlyInAnyOrder("deep text", "shallow text");
    String below = "{\"namespace\":\"" + grants[31] + "\"}";
    assertThat(MemoryKit.texts(kit.call(granted, "memory_read", below)))
        .containsExactly("deep text");
    assertThat(kit.call(granted, "memory_topics", "{}").toString()).contains("\"general\":2");
    assertThat(kit.context(ResourceMode.READ_WRITE, grants))
        .contains("deep text")
        .hasSizeLessThan(8000);
  }

  /** Returns a path of 16 segments with 128 characters each. */
  private static String deepest(int tree) {
    return IntStream.range(0, 16)
        .mapToObj(level -> "%03d.%03d.".formatted(tree, level) + "x".repeat(120))
        .collect(Collectors.joining("/"));
  }

  @Test
  void aLongChainIsShownAndRemoved() {
    String id = kit.write("app", "text 0");
    for (int i = 1; i < 1500; i++) {
      id = kit.write("app", Map.of("text", "text " + i, "supersedes", id)).path("id").asString();
    }
    MemoryStore store = new MemoryStore(kit.database);

    assertThat(store.find(id)).hasSize(1001);
    assertThat(store.remove(id)).isTrue();
    assertThat(store.purge(new Namespace("app"), true)).isZero();
  }
}
