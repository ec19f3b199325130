package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.CopyReport;
import dev.otters.api.tar.TarEntry;
import dev.otters.api.tar.TarEntry.Kind;
import dev.otters.api.tar.TarIn;
import dev.otters.api.tar.TarOut;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpTest extends CommandTest {
  private static final String ROUTE = "/v1/agents/bob/files";
  private static final CopyReport WHOLE = new CopyReport(1, 3, true, List.of(), 0);

  private void serve(CopyReport report) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TarOut tar = new TarOut(bytes);
    byte[] text = "abc".getBytes(StandardCharsets.US_ASCII);
    TarEntry entry = new TarEntry(Kind.FILE, "a.txt", "", 3, 0644, 0);
    assertThat(tar.add(entry, new ByteArrayInputStream(text)::read)).isTrue();
    tar.finish();
    byte[] json = Json.write(report).getBytes(StandardCharsets.UTF_8);
    daemon.on(
        "GET " + ROUTE,
        (request, reply) -> {
          reply.stream();
          reply.chunk(bytes.toString(StandardCharsets.US_ASCII));
          reply.end(CopyReport.TRAILER, Base64.getEncoder().encodeToString(json));
        });
  }

  @Test
  void aFileIsCopiedOutOfAnAgent() throws IOException {
    serve(WHOLE);
    Bench.Run run = bench.run("cp", "bob:/workspace/a.txt", ".");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("copied 1 file (3B) to .\n");
    assertThat(bench.folder().resolve("a.txt")).hasContent("abc");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("GET /v1/agents/bob/files?path=/workspace/a.txt");
    assertThat(bench.run("cp", "-q", "bob:/workspace/a.txt", "b.txt").out()).isEmpty();
    assertThat(bench.folder().resolve("b.txt")).hasContent("abc");
    assertThat(bench.run("cp", "--output", "json", "bob:/workspace/a.txt", ".").out())
        .contains("\"bytes\": 3", "\"complete\": true");
  }

  @Test
  void aTarGoesToStandardOutputWithoutAnythingElse() throws IOException {
    serve(WHOLE);
    Bench.Run run = bench.run("cp", "bob:/workspace/a.txt", "-");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("a.txt\0").hasSize(4 * 512);
    assertThat(bench.terminal(80).run("cp", "bob:/workspace/a.txt", "-").err())
        .contains("cannot write a tar to a terminal");
  }

  @Test
  void whatIsLeftOutIsAWarningAndWhatIsLostAFailure() throws IOException {
    serve(new CopyReport(1, 3, false, List.of("/workspace/\u001b[31mx: permission denied"), 7));
    Bench.Run run = bench.run("cp", "bob:/workspace", ".");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .contains("warning: /workspace/·[31mx: permission denied", "warning: 7 more");
    serve(new CopyReport(1, 3, true, List.of("/workspace/x: a socket"), 0));
    assertThat(bench.run("cp", "bob:/workspace", ".").exit()).isZero();
  }

  @Test
  void anAnswerThatBreaksOffFails() throws IOException {
    serve(WHOLE);
    daemon.on(
        "GET " + ROUTE,
        (request, reply) -> {
          reply.stream();
          reply.chunk("half a tar");
        });
    assertThat(bench.run("cp", "bob:/workspace/a.txt", ".").exit()).isEqualTo(6);
    assertThat(bench.run("cp", "bob:/workspace/a.txt", "-").exit()).isEqualTo(6);
    assertThat(bench.folder()).isEmptyDirectory();
    daemon.refuse("GET " + ROUTE, Problem.of(ErrorCode.FORBIDDEN, "not among", "Choose."));
    assertThat(bench.run("cp", "bob:/usr", ".").exit()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "given, bob:/workspace, path=/workspace&as=given",
    "given/, bob:/workspace/x, path=/workspace/x&as=given",
    "./given/., bob:/workspace, path=/workspace",
    "given/file, bob:, path=/&as=file",
  })
  void filesAreCopiedIntoAnAgent(String from, String to, String query) throws IOException {
    Path given = Files.createDirectory(bench.folder().resolve("given"));
    Files.writeString(given.resolve("file"), "abc");
    daemon.answer("PUT " + ROUTE, WHOLE);
    Bench.Run run = bench.run("cp", from, to);
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEqualTo("copied 1 file (3B) to " + to + "\n");
    var request = daemon.requests().getFirst();
    assertThat(request.line()).isEqualTo("PUT /v1/agents/bob/files?" + query);
    TarIn tar = new TarIn(new ByteArrayInputStream(request.bytes()));
    assertThat(tar.next().orElseThrow().path()).isEmpty();
  }

  @Test
  void aTarOnStandardInputIsPassedOn() {
    daemon.answer("PUT " + ROUTE, WHOLE);
    Bench.Run run = bench.input("any bytes").run("cp", "-", "bob:/workspace");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(daemon.requests().getFirst().text()).isEqualTo("any bytes");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("PUT /v1/agents/bob/files?path=/workspace");
  }

  @ParameterizedTest
  @CsvSource({
    "a:/x, b:/y, cannot copy from one agent to another",
    "./a:x, /b:y, neither ./a:x nor /b:y names an agent",
    "none, bob:/workspace, none does not exist",
    "bob:/workspace, none/, the folder of none/ does not exist",
    "bob:/workspace, none/x, the folder of none/x does not exist",
  })
  void pathsThatDoNotFitAreRefused(String from, String to, String error) {
    Bench.Run run = bench.run("cp", from, to);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(error);
    assertThat(daemon.requests()).isEmpty();
  }
}
