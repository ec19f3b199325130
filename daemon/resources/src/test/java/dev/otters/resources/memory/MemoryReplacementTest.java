package dev.otters.resources.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Memories that replace others with texts that are there. */
class MemoryReplacementTest {
  @TempDir Path folder;
  @AutoClose private MemoryKit kit;

  @BeforeEach
  void aDatabase() {
    kit = new MemoryKit(folder);
  }

  @Test
  void aMemoryIsReplacedByOneThatIsThere() {
    String kept = kit.write("app/u1", "The release is on Friday.");
    String old = kit.write("app/u1", "The release is on Monday.");

    JsonNode written =
        kit.write("app/u1", Map.of("text", "The release is on Friday.", "supersedes", old));

    assertThat(written.path("action").asString()).isEqualTo("replaced " + old);
    assertThat(written.path("id").asString()).isEqualTo(kept);
    assertThat(kit.read("app/u1")).containsExactly("The release is on Friday.");
    assertThat(new MemoryStore(kit.database).find(kept).stream().map(Memory::id))
        .containsExactly(kept, old);
  }

  @Test
  void aTextIsThereOnceAlsoIfItsTopicsAreCorrected() {
    String other = kit.write("app/u1", "Friday.");
    String old = kit.write("app/u1", "Monday.");
    Map<String, Object> friday =
        Map.of("text", "Friday.", "topics", List.of("release"), "supersedes", old);

    String id = kit.write("app/u1", friday).path("id").asString();

    assertThat(id).isNotIn(other, old);
    assertThat(kit.read("app/u1")).containsExactly("Friday.");
    assertThat(new MemoryStore(kit.database).find(id)).hasSize(3);
  }

  @Test
  void theTopicsAndTheTypeOfATextCanBeCorrected() {
    String id = kit.write("app/u1", "Friday.");
    Map<String, Object> same = Map.of("text", "Friday.", "supersedes", id);
    assertThat(kit.write("app/u1", same).path("action").asString()).isEqualTo("unchanged");

    Map<String, Object> topical =
        Map.of("text", "Friday.", "supersedes", id, "topics", List.of("release"));
    String second = kit.write("app/u1", topical).path("id").asString();
    Map<String, Object> typed =
        Map.of(
            "text", "Friday.", "supersedes", second, "topics", List.of("release"), "type", "event");
    String third = kit.write("app/u1", typed).path("id").asString();

    Memory now = new MemoryStore(kit.database).find(third).getFirst();
    assertThat(now.topics()).containsExactly("release");
    assertThat(now.type()).isEqualTo(MemoryType.EVENT);
    assertThat(kit.read("app/u1")).containsExactly("Friday.");
  }
}
