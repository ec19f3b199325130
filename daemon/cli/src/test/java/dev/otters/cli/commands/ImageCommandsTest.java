package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Excerpt;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.RemovalResult;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinSummary;
import dev.otters.api.image.BuildResult;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageSummary;
import dev.otters.api.image.ImageView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ImageCommandsTest extends CommandTest {
  private static final BuildResult BUILT =
      new BuildResult(
          "guide:latest",
          Given.DIGEST,
          List.of("guide:latest", "guide:2"),
          1234,
          List.of(SourceProblem.of("warning", SourcePlace.of("Agentfile", 2, 0), "no MODEL")));

  @Test
  void aBuildPrintsWhatItMade() throws IOException {
    Files.writeString(bench.folder().resolve("Agentfile"), "FROM scratch\n");
    daemon.work("POST /v1/images/build", BUILT, new Progress("Agentfile", "parse", 0, 0));
    Bench.Run run = bench.run("build");
    assertThat(run.out())
        .isEqualTo(
            "built guide:latest\n  digest  "
                + Given.DIGEST
                + "\n  tag     guide:2\n  size    1.23kB\n");
    assertThat(run.err()).isEqualTo("parse Agentfile\nAgentfile:2: warning: no MODEL\n");
    assertThat(bench.run("image", "build", "-q", ".").out()).isEqualTo(Given.DIGEST + "\n");
    assertThat(Json.read(bench.run("build", "--output=json").out(), BuildResult.class))
        .isEqualTo(BUILT);
  }

  @Test
  void theFolderNamesAnImageThatHasNoOtherName() throws IOException {
    Files.createDirectories(bench.folder().resolve("My Guide"));
    Files.writeString(bench.folder().resolve("My Guide/Agentfile"), "FROM scratch\n");
    daemon.work("POST /v1/images/build", BUILT);
    assertThat(bench.run("build", "My Guide").exit()).isZero();
    assertThat(bench.run("build", "-t", "a:1", "My Guide").exit()).isZero();
    assertThat(daemon.requests().stream().map(FakeDaemon.Request::line))
        .containsExactly(
            "POST /v1/images/build?file=Agentfile&fallback=my-guide",
            "POST /v1/images/build?file=Agentfile&tag=a:1");
  }

  @Test
  void aCheckBuildsNothing() throws IOException {
    Files.writeString(bench.folder().resolve("Agentfile"), "FROM scratch\n");
    daemon.work("POST /v1/images/build", new BuildResult(null, null, List.of(), 0, List.of()));
    assertThat(bench.run("image", "build", "--check", ".").out()).isEqualTo("ok\n");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("POST /v1/images/build?file=Agentfile&check=true");
  }

  @Test
  void theTimeOfTheSourcesIsSentWithABuild() throws IOException {
    Files.writeString(bench.folder().resolve("Agentfile"), "FROM scratch\n");
    Files.writeString(bench.folder().resolve("hello"), "elf");
    daemon.work("POST /v1/images/build", BUILT);
    daemon.work("POST /v1/bins/build", BUILT);
    bench.variable("SOURCE_DATE_EPOCH", "1700000000");

    assertThat(bench.run("build").exit()).isZero();
    assertThat(bench.run("bin", "build", "-n", "hello", "linux/amd64:hello").exit()).isZero();
    assertThat(daemon.requests())
        .extracting(FakeDaemon.Request::line)
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("&created=1700000000"));
  }

  @Test
  void aContextOver256MebibytesIsNotSent() throws IOException {
    Files.writeString(bench.folder().resolve("Agentfile"), "FROM scratch\nADD big\n");
    try (RandomAccessFile big =
        new RandomAccessFile(bench.folder().resolve("big").toFile(), "rw")) {
      big.setLength(256L << 20);
    }
    Bench.Run run = bench.run("build", ".");
    assertThat(run.exit()).isEqualTo(12);
    assertThat(run.err()).contains("is larger than 256 MiB", ".agentfileignore");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void aTimeOfTheSourcesThatIsNoneIsRefused() throws IOException {
    Files.writeString(bench.folder().resolve("Agentfile"), "FROM scratch\n");
    bench.variable("SOURCE_DATE_EPOCH", "yesterday");

    Bench.Run run = bench.run("build");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .contains("SOURCE_DATE_EPOCH is 'yesterday': expected a number of seconds since 1970");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void aCheckThatFailsPrintsAllProblemsAsJson() throws IOException {
    Files.writeString(bench.folder().resolve("Agentfile"), "X\n");
    SourceProblem finding =
        new SourceProblem(
            "error",
            new SourcePlace("Agentfile", 1, 1, 4),
            "unknown-directive",
            "bad",
            List.of(),
            "FROM",
            new Excerpt("FORM x", 0));
    daemon.refuse(
        "POST /v1/images/build",
        Problem.of(ErrorCode.AGENTFILE_INVALID, "1 error", null)
            .withProblems(List.of(finding, finding)));
    Bench.Run run = bench.run("build", "--check", "-o", "json");
    assertThat(run.exit()).isEqualTo(10);
    assertThat(run.out().split("\"severity\"", -1)).hasSize(3);
    assertThat(run.out())
        .contains("\"code\": \"unknown-directive\"", "\"length\": 4", "\"caret\": 0");
    assertThat(run.err()).contains("Agentfile:1:1: error: bad\n  FORM x\n  ^~~~\n");
  }

  @Test
  void imagesAreATable() {
    daemon.answer(
        "GET /v1/images",
        new ImageList(
            List.of(
                new ImageSummary(
                    "guide:latest",
                    Given.DIGEST,
                    "guide",
                    null,
                    12_345,
                    Instant.now().minusSeconds(7200)),
                new ImageSummary("x:1", Given.DIGEST, null, null, 1, null))));
    assertThat(bench.run("images").out().lines())
        .containsExactly(
            "REF            DIGEST         NAME    SIZE     CREATED",
            "guide:latest   3b97b2270000   guide   12.3kB   2 hours ago",
            "x:1            3b97b2270000   -       1B       -");
    assertThat(bench.run("image", "ls", "-q", "--no-trunc").out())
        .isEqualTo((Given.DIGEST + "\n").repeat(2));
  }

  @Test
  void imagesAreRemovedByReference() {
    daemon.on(
        "DELETE /v1/images",
        (request, reply) -> {
          String ref = request.line().replaceFirst(".*ref=", "").replaceFirst("&.*", "");
          reply.json(200, Json.write(new RemovalResult(List.of(ref))));
        });
    assertThat(bench.run("rmi", "a/b:1").out()).isEqualTo("removed a/b:1\n");
    assertThat(daemon.requests().getFirst().line()).isEqualTo("DELETE /v1/images?ref=a/b:1");
    assertThat(bench.run("image", "rm", "-f", "a", "b", "a", "-o", "json").out())
        .isEqualToIgnoringWhitespace("[{\"ref\": \"a\"}, {\"ref\": \"b\"}]");
    assertThat(daemon.requests().getLast().line()).isEqualTo("DELETE /v1/images?ref=b&force=true");
  }

  @Test
  void allNamesOfADigestAreRemovedAndTold() {
    daemon.answer("DELETE /v1/images", new RemovalResult(List.of("a:1", "b:2")));
    assertThat(bench.run("image", "remove", "-f", "3b97b2270000").out())
        .isEqualTo("removed a:1\nremoved b:2\n");
  }

  @Test
  void imagesAreInspectedAsAnArray() {
    ImageView view =
        new ImageView(
            "guide:latest",
            Given.DIGEST,
            List.of("guide:latest"),
            "application/vnd.openotters.agent.v1",
            1,
            null,
            Map.of(),
            List.of(),
            Map.of("name", "guide"),
            "FROM scratch\n");
    daemon.answer("GET /v1/images/inspect", view);
    assertThat(Json.read(bench.run("image", "inspect", "guide").out(), ImageView[].class))
        .containsExactly(view);
    assertThat(daemon.requests().getFirst().line()).isEqualTo("GET /v1/images/inspect?ref=guide");
  }

  @Test
  void aProgramIsPackedForEachPlatform() throws IOException {
    Path program = Files.writeString(bench.folder().resolve("hello"), "#!/bin/sh\necho hello\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Files.writeString(bench.folder().resolve("USE.md"), "say hello");
    daemon.work(
        "POST /v1/bins/build",
        new BuildResult("hello:latest", Given.DIGEST, List.of("hello:latest"), 5, List.of()));
    Bench.Run run =
        bench.run(
            "bin",
            "build",
            "-n",
            "hello",
            "-d",
            "Says hello",
            "-u",
            "USE.md",
            "-t",
            "tools/hello:1",
            "linux/amd64:./hello",
            "linux/arm64:hello");
    assertThat(run.exit()).describedAs(run.err()).isZero();
    assertThat(run.out()).startsWith("stored hello:latest\n");
    FakeDaemon.Request sent = daemon.requests().getFirst();
    assertThat(sent.line())
        .isEqualTo("POST /v1/bins/build?name=hello&tag=tools/hello:1&description=Says hello");
    assertThat(sent.text())
        .startsWith("linux/amd64")
        .contains("linux/arm64", "echo hello", "USAGE.md", "say hello");
  }

  @Test
  void aProgramThatCannotBePackedIsNamed() {
    assertThat(bench.run("bin", "build", "linux/amd64:x").err())
        .contains("option '--name' is missing");
    assertThat(bench.run("bin", "build", "-n", "x", "hello").err())
        .contains("'hello': expected OS/ARCH:FILE");
    assertThat(bench.run("bin", "build", "-n", "x", "linux/amd64").err())
        .contains("'linux/amd64': expected OS/ARCH:FILE");
    assertThat(bench.run("bin", "build", "-n", "x", "Linux:hello").err())
        .contains("'Linux:hello': expected OS/ARCH:FILE");
    assertThat(bench.run("bin", "build", "-n", "x", "linux/amd64:none").err())
        .contains("none is not a file");
    assertThat(bench.run("bin", "build", "-n", "x", "linux/amd64:none").exit()).isEqualTo(2);
  }

  @Test
  void binsAreListedAndRemoved() {
    daemon.answer(
        "GET /v1/bins",
        new BinList(
            List.of(
                new BinSummary(
                    "tools/sh:1",
                    Given.DIGEST,
                    "sh",
                    null,
                    List.of("linux/amd64"),
                    2_000_000,
                    null))));
    assertThat(bench.run("bin", "ls").out())
        .contains("tools/sh:1   3b97b2270000   sh     linux/amd64   2.00MB   -");
    daemon.answer("DELETE /v1/bins", new RemovalResult(List.of("sh:latest")));
    assertThat(bench.run("bin", "rm", "sh").out()).isEqualTo("removed sh:latest\n");
  }

  @Test
  void aRegistryThatIsDownHasItsExitCode() {
    daemon.refuse(
        "POST /v1/images/pull",
        Problem.of(
            ErrorCode.REGISTRY_UNREACHABLE,
            "the registry at 127.0.0.1:1 does not answer",
            "Start it."));
    assertThat(bench.run("bin", "pull", "127.0.0.1:1/x").exit()).isEqualTo(20);
  }
}
