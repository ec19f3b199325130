package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.memory.MemoryDetail;
import dev.otters.api.memory.MemoryList;
import dev.otters.api.memory.MemoryView;
import dev.otters.api.memory.ResourceCallList;
import dev.otters.api.memory.ResourceCallView;
import dev.otters.api.resource.Purged;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryCommandsTest extends CommandTest {
  private static MemoryView memory(String id, String text, @Nullable String supersededBy) {
    return new MemoryView(
        id,
        "app/u1",
        "fact",
        List.of("a", "b"),
        text,
        "bob",
        "review",
        Instant.now().minusSeconds(300),
        supersededBy);
  }

  private String lastLine() {
    return daemon.requests().getLast().line();
  }

  @Test
  void theListShowsOneLineForEachMemory() {
    daemon.answer(
        "GET /v1/memories",
        new MemoryList(List.of(memory("mem_1", "two\nlines\u001b[2J", null)), null));

    Bench.Run run = bench.run("memory", "ls", "--namespace", "app", "-n", "5", "--topic", "a");

    assertThat(run.out()).containsPattern("mem_1 +app/u1 +fact +a b +5 minutes ago +two lines");
    assertThat(run.out()).doesNotContain("\u001b");
    assertThat(lastLine()).isEqualTo("GET /v1/memories?namespace=app&limit=5&topic=a");
  }

  @Test
  void wordsAreSearchedTogether() {
    daemon.answer("GET /v1/memories", new MemoryList(List.of(memory("mem_1", "vim", null)), null));

    assertThat(bench.run("memory", "search", "vim", "editor", "-q").out()).isEqualTo("mem_1\n");
    assertThat(lastLine()).isEqualTo("GET /v1/memories?query=vim editor");
    assertThat(bench.run("memory", "search").err()).contains("missing WORD");
  }

  @Test
  void aMemoryIsShownWithWhatItReplaced() {
    daemon.answer(
        "GET /v1/memories/mem_2",
        new MemoryDetail(
            memory("mem_2", "Friday", null), List.of(memory("mem_1", "Monday", "mem_2"))));

    assertThat(bench.run("memory", "show", "mem_2").out())
        .contains("by         bob, session review", "text       Friday")
        .contains("replaced   mem_1, 5 minutes ago: Monday");
  }

  @Test
  void aPersonIsAskedBeforeANamespaceIsPurged() {
    daemon.answer("POST /v1/memories/purge", new Purged(3));

    Bench.Run no = bench.input("n\n").terminal(80).run("memory", "purge", "-r", "app");
    assertThat(no.err()).contains("Delete the memories of app and all below it? [y/N]");
    assertThat(daemon.requests()).isEmpty();
    assertThat(bench.run("memory", "purge", "-r", "-f", "app").out()).isEqualTo("removed 3\n");
    assertThat(daemon.requests().getLast().text())
        .isEqualTo("{\"namespace\":\"app\",\"recursive\":true}");
  }

  @Test
  void memoriesAreRemovedOneByOne() {
    daemon.on("DELETE /v1/memories/mem_1", (request, reply) -> reply.json(204, ""));

    assertThat(bench.run("memory", "rm", "mem_1").out()).isEqualTo("removed mem_1\n");
    assertThat(lastLine()).isEqualTo("DELETE /v1/memories/mem_1");
  }

  @Test
  void allPagesAreExported(@TempDir Path folder) throws IOException {
    MemoryView first = memory("mem_2", "b\u001b", null);
    MemoryView second = memory("mem_1", "a", null);
    daemon.on(
        "GET /v1/memories",
        (request, reply) ->
            reply.json(
                200,
                Json.write(
                    request.query().contains("after=7")
                        ? new MemoryList(List.of(second), null)
                        : new MemoryList(List.of(first), "7"))));
    Path file = folder.resolve("all.jsonl");

    bench.run("memory", "export", "--namespace", "app", "-o", file.toString());

    assertThat(Files.readAllLines(file).stream().map(line -> Json.read(line, MemoryView.class)))
        .containsExactly(first, second);
    assertThat(bench.run("memory", "export", "--namespace", "app").out().lines()).hasSize(2);
  }

  @Test
  void callsAreListedWithWhatWasAllowed() {
    daemon.answer(
        "GET /v1/resource-calls",
        new ResourceCallList(List.of(call("write", "app/u2", false), call("context", "", true))));

    assertThat(bench.run("memory", "audit", "-n", "2").out())
        .containsPattern("bob +review +memory +read +write +app/u2 +no")
        .containsPattern("bob +review +memory +read +context +- +yes");
  }

  private static ResourceCallView call(String operation, String path, boolean allowed) {
    return new ResourceCallView(
        Instant.EPOCH, "bob", "review", "act", "memory", "read", operation, path, allowed);
  }
}
