package dev.otters.cli.commands;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.FakeDaemon;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written where a reference belongs reaches the daemon, which alone judges it. */
class OddReferencesTest {
  private static final String HEX = "0123456789abcdef".repeat(4);

  /** What each command asks, by its words; the reference comes last. */
  private static final Map<String, String> COMMANDS =
      Map.of(
          "rmi --", "DELETE /v1/images",
          "image inspect --", "GET /v1/images/inspect",
          "image inspect --remote --", "GET /v1/registry/inspect",
          "image history --", "GET /v1/images/inspect",
          "image tags --", "GET /v1/registry/tags",
          "push --", "POST /v1/images/push",
          "pull --", "POST /v1/images/pull",
          "tag -- a", "POST /v1/images/tag",
          "image copy -- r.io/a", "POST /v1/registry/copy",
          "bin rm --", "DELETE /v1/bins");

  @TempDir Path folder;
  private Bench bench;

  @BeforeEach
  void aDaemonThatTakesNone() throws IOException {
    bench = new Bench(folder);
    Problem no = Problem.of(ErrorCode.INVALID_REQUEST, "it is no image reference", "Write it so.");
    COMMANDS.values().forEach(route -> bench.daemon().refuse(route, no));
  }

  @AfterEach
  void stop() throws IOException {
    bench.close();
  }

  static Stream<String> odd() {
    return Stream.of(
        "A",
        "a".repeat(300),
        "..",
        ":",
        "a:",
        "/",
        "@",
        "@sha256:12",
        "a@sha256:" + HEX.substring(1),
        "a:1@sha256:" + HEX,
        "sha256:" + HEX,
        "\u00fcn\u00ef/\ud83d\ude00:1",
        "-a",
        "--force",
        "--",
        "localhost/x",
        "h:99999/x",
        "[::1]:5/x",
        "[::1/x",
        "https://me@r.io/x",
        " ",
        "a b",
        "a\nb",
        "a%2fb?c=d&e#f+g",
        "@file");
  }

  @ParameterizedTest
  @MethodSource("odd")
  void everyCommandAsksForWhatWasWrittenAndSaysTheRefusal(String text) {
    SoftAssertions all = new SoftAssertions();
    COMMANDS.forEach(
        (words, route) -> {
          Bench.Run run =
              bench.run(
                  Stream.concat(Stream.of(words.split(" ")), Stream.of(text))
                      .toArray(String[]::new));
          all.assertThat(run.exit()).as("%s: %s", words, run.err()).isEqualTo(2);
          all.assertThat(run.err()).as(words).contains("it is no image reference", "Write it so.");
          all.assertThat(lastAsked()).as(words).startsWith(route + "?").contains("=" + text);
        });
    all.assertAll();
  }

  private String lastAsked() {
    List<FakeDaemon.Request> requests = bench.daemon().requests();
    return requests.isEmpty() ? "" : requests.getLast().line();
  }
}
