package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.Streams;
import dev.otters.api.repo.RepoList;
import dev.otters.api.repo.RepoRequest;
import dev.otters.api.repo.RepoView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepoCommandsTest extends CommandTest {
  private static final String URL = "https://example.com/a.git";
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
  private static final RepoView VIEW =
      new RepoView(
          "code", URL, "v2", null, COMMIT, "/workspace/repos/code", 3, 2048, true, Instant.EPOCH);

  @Test
  void aCloneIsAskedForAsTheOptionsSay() {
    daemon.on(
        "POST /v1/agents/guide/repos/code",
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.PROGRESS, new Progress(URL, "receiving-objects", 10, 0));
          reply.event(null, Streams.PROGRESS, new Progress("it waits", "notice", 0, 0));
          reply.event(null, Streams.RESULT, VIEW);
          reply.end();
        });
    Bench.Run run =
        bench.run(
            "repo", "add", "guide", "code", URL, "--ref", "v2", "--vault", "git", "--user", "otto",
            "--rw");
    assertThat(run.out()).isEqualTo("/workspace/repos/code is at " + COMMIT + "\n");
    assertThat(run.err()).contains("note: it waits");
    assertThat(Json.read(daemon.requests().getFirst().text(), RepoRequest.class))
        .isEqualTo(new RepoRequest(URL, "v2", "git", "otto", true));
  }

  @Test
  void aCloneThatFailsSaysWhatToDo() {
    daemon.on(
        "POST /v1/agents/guide/repos/code/refresh",
        (request, reply) -> {
          reply.stream();
          reply.event(
              null, Streams.ERROR, Problem.of(ErrorCode.REPO_FAILED, "it fails", "Check it."));
          reply.end();
        });
    Bench.Run run = bench.run("repo", "refresh", "guide", "code", "--discard");
    assertThat(daemon.requests().getFirst().line()).endsWith("refresh?discard=true");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("it fails").contains("Check it.");
  }

  @Test
  void theListShowsCommits() {
    daemon.answer("GET /v1/agents/guide/repos", new RepoList(List.of(VIEW)));
    assertThat(bench.run("repo", "ls", "guide").out())
        .containsPattern("code +0123456789ab +v2 +rw .* 3 +2.* +" + URL);
    assertThat(bench.run("repo", "ls", "guide", "--no-trunc").out()).contains(COMMIT);
    assertThat(bench.run("repo", "ls", "guide", "-q").out()).isEqualTo("code\n");
  }

  @Test
  void aRepositoryIsRemoved() {
    daemon.on("DELETE /v1/agents/guide/repos/code", (request, reply) -> reply.json(204, ""));
    assertThat(bench.run("repo", "rm", "guide", "code").out()).isEqualTo("removed code\n");
  }
}
