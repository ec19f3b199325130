package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Excerpt;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import dev.otters.api.Streams;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.image.BuildResult;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run of a folder or an Agentfile, which is built first. */
class RunBuildTest extends CommandTest {
  private void acceptBuildAndRun() {
    daemon.work(
        "POST /v1/images/build",
        new BuildResult("guide:latest", Given.DIGEST, List.of("guide:latest"), 1234, List.of()));
    daemon.work("POST /v1/agents", Given.agent("my-coder"));
  }

  @Test
  void aPathIsBuiltFirst() throws Exception {
    acceptBuildAndRun();
    Path guide = Files.createDirectories(bench.folder().resolve("guide"));
    Files.writeString(guide.resolve("Agentfile"), "FROM scratch\nADD a\n");
    Files.writeString(guide.resolve("a"), "content");
    Bench.Run run =
        bench.run(
            "run", "./guide/Agentfile", "--build-arg", "TONE=a b&c", "-t", "g:1", "-t", "g:2");
    assertThat(run.exit()).describedAs(run.err()).isZero();
    FakeDaemon.Request build = daemon.requests().getFirst();
    assertThat(build.line())
        .isEqualTo("POST /v1/images/build?file=Agentfile&tag=g:1&tag=g:2&build-arg=TONE=a b&c");
    assertThat(build.query()).endsWith("build-arg=TONE%3Da%20b%26c");
    assertThat(build.headers()).containsEntry("content-type", "application/x-tar");
    assertThat(build.text()).contains("FROM scratch\nADD a\n", "content");
    assertThat(Json.read(daemon.requests().getLast().text(), RunRequest.class).ref())
        .isEqualTo("guide:latest");
  }

  @Test
  void standardInputIsBuilt() {
    acceptBuildAndRun();
    assertThat(bench.input("FROM scratch\n").run("run", "-").exit()).isZero();
    assertThat(daemon.requests().getFirst().text())
        .startsWith("Agentfile")
        .contains("FROM scratch\n");
  }

  @Test
  void aBuildThatFailsRunsNothing() throws IOException {
    Files.writeString(bench.folder().resolve("Agentfile"), "FORM scratch\n");
    SourceProblem finding =
        new SourceProblem(
            "error",
            SourcePlace.of("Agentfile", 1, 1),
            null,
            "unknown directive 'FORM'",
            List.of(),
            "FROM",
            new Excerpt("FORM scratch", 0));
    daemon.on(
        "POST /v1/images/build",
        (request, reply) -> {
          reply.stream();
          reply.event(
              null,
              Streams.ERROR,
              Problem.of(ErrorCode.AGENTFILE_INVALID, "Agentfile has 1 error", null)
                  .withProblems(List.of(finding)));
          reply.end();
        });
    Bench.Run run = bench.run("run", ".");
    assertThat(run.exit()).isEqualTo(10);
    assertThat(run.err())
        .isEqualTo(
            """
            Agentfile:1:1: error: unknown directive 'FORM'
              FORM scratch
              ^
              Did you mean 'FROM'?
            otters: Agentfile has 1 error
            """);
    assertThat(daemon.requests()).hasSize(1);
  }

  @Test
  void linksThatAreNotSentAreNamed() throws IOException {
    acceptBuildAndRun();
    Files.writeString(bench.folder().resolve("Agentfile"), "FROM scratch\nADD a\n");
    Path secret = Files.writeString(folder.resolve("secret"), "s");
    Files.createSymbolicLink(bench.folder().resolve("a"), secret);
    assertThat(bench.run("run", ".").err()).contains("not sent: a (a link");
  }
}
