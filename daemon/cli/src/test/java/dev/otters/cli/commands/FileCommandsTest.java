package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.resource.FileDetail;
import dev.otters.api.resource.FileList;
import dev.otters.api.resource.FileView;
import dev.otters.api.resource.Purged;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileCommandsTest extends CommandTest {
  private static FileView plan() {
    return new FileView(
        12,
        "app/u1",
        "notes/plan.md",
        2048,
        "ab",
        "bob",
        "review",
        Instant.now().minusSeconds(300));
  }

  private String lastLine() {
    return daemon.requests().getLast().line();
  }

  @Test
  void theListShowsOneLineForEachFile() {
    daemon.answer("GET /v1/files", new FileList(List.of(plan()), null));

    Bench.Run run = bench.run("file", "ls", "--namespace", "app", "-n", "5");

    assertThat(run.out()).containsPattern("12 +app/u1 +notes/plan.md +2.05kB +bob +5 minutes ago");
    assertThat(lastLine()).isEqualTo("GET /v1/files?namespace=app&limit=5");
    assertThat(bench.run("file", "ls", "-q").out()).isEqualTo("12\n");
  }

  @Test
  void aTextIsWrittenAsItIsOnlyToAPipe() {
    daemon.answer("GET /v1/files/12", new FileDetail(plan(), "first\n\u001b[2Jlast\n"));

    assertThat(bench.run("file", "show", "12").out()).isEqualTo("first\n\u001b[2Jlast\n");
    assertThat(bench.terminal(80).run("file", "show", "12").out()).isEqualTo("first\n·[2Jlast\n");
  }

  @Test
  void filesAreRemovedOneByOne() {
    daemon.on("DELETE /v1/files/12", (request, reply) -> reply.json(204, ""));

    assertThat(bench.run("file", "rm", "12").out()).isEqualTo("removed 12\n");
    assertThat(lastLine()).isEqualTo("DELETE /v1/files/12");
  }

  @Test
  void aPersonIsAskedBeforeANamespaceIsPurged() {
    daemon.answer("POST /v1/files/purge", new Purged(3));

    Bench.Run no = bench.input("n\n").terminal(80).run("file", "purge", "app");
    assertThat(no.err()).contains("Delete the files of app? [y/N]");
    assertThat(daemon.requests()).isEmpty();
    assertThat(bench.run("file", "purge", "-r", "-f", "app").out()).isEqualTo("removed 3\n");
    assertThat(daemon.requests().getLast().text())
        .isEqualTo("{\"namespace\":\"app\",\"recursive\":true}");
  }
}
