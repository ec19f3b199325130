package dev.otters.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentStatus;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionTest extends CommandTest {
  private void someNames() {
    daemon.answer(
        "GET /v1/agents",
        new AgentList(
            List.of(
                Given.summary("bob", AgentStatus.READY, null),
                Given.summary("ann", AgentStatus.STOPPED, null),
                Given.summary("b $(rm)", AgentStatus.READY, null))));
    daemon.on(
        "GET /v1/images",
        (request, reply) ->
            reply.json(200, "{\"images\": [{\"ref\": \"guide:latest\"}, {\"ref\": \"guide:2\"}]}"));
    daemon.on(
        "GET /v1/sessions",
        (request, reply) ->
            reply.json(
                200,
                "{\"sessions\": [{\"id\": \"review\", \"title\": \"Is it\\n\\u001b[2Jfine?\"}]}"));
    daemon.on(
        "GET /v1/models",
        (request, reply) ->
            reply.json(
                200,
                """
                {"models": [{"provider": "local", "name": "tiny", "state": "pulled"},
                 {"provider": "openai", "name": "large", "state": "usable"}]}\
                """));
  }

  private List<String> complete(String line) {
    List<String> words = new ArrayList<>(List.of("__complete"));
    words.addAll(List.of(line.split(" ", -1)));
    Bench.Run run = bench.run(words.toArray(String[]::new));
    assertThat(run.exit()).isZero();
    assertThat(run.err()).isEmpty();
    return run.out().lines().toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p | ps pull push prompt provider",
        "image ta | tag tags",
        "ps --no | --no-trunc --no-daemon-start",
        "ps --output= | --output=text --output=wide --output=json --output=yaml",
        "ps -o j | json",
        "events --filter _ | agent= event= label=",
        "events -f e | event=",
        "events -f event=re | event=restart event=rename event=remove",
        "events --filter=event=eng | --filter=event=engine-lost --filter=event=engine-back",
        "events -f agent=b | agent=bob",
        "events -f label=x | ''",
        "stop b | bob",
        "stop bob a | ann",
        "inspect -f x _ | bob ann",
        "rmi guide:l | guide:latest",
        "session show bob r | review",
        "run --model o | openai/large",
        "model rm _ | tiny",
        "completion z | zsh",
        "build _ | :files",
        "load -i ./ | :files",
        "nonsense _ | ''",
        "version x | ''",
      })
  void theLastWordIsCompleted(String line, String words) {
    someNames();
    assertThat(complete(line.replace("_", "")).stream().map(word -> word.split("\t", 2)[0]))
        .containsExactlyInAnyOrder(words.isEmpty() ? new String[0] : words.split(" ", -1));
  }

  @Test
  void candidatesHaveMeaningsOnOneLine() {
    someNames();
    assertThat(complete("stop ")).containsExactly("bob\tready", "ann\tstopped");
    assertThat(complete("session show bob ")).containsExactly("review\tIs it ·[2Jfine?");
    assertThat(complete("versio"))
        .containsExactly("version\tShow the versions of the command and of the daemon");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop ", "image inspect ", "session show bob ", "run --model "})
  void noNamesAndNoErrorsWithoutADaemon(String line) throws Exception {
    daemon.stop();
    assertThat(complete(line)).isSubsetOf(":files");
    assertThat(bench.home().resolve("ottersd.log")).doesNotExist();
    Files.delete(bench.home().resolve("credentials.json"));
    assertThat(complete(line)).isSubsetOf(":files");
  }

  @Test
  @Timeout(30)
  void aDaemonThatDoesNotAnswerIsNotWaitedFor() {
    CountDownLatch end = new CountDownLatch(1);
    daemon.on("GET /v1/agents", (request, reply) -> assertThat(await(end)).isTrue());
    long start = System.nanoTime();
    assertThat(complete("stop ")).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    end.countDown();
  }

  private static boolean await(CountDownLatch end) {
    try {
      end.await();
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Test
  void everyShellHasAScript() {
    for (String shell : List.of("bash", "zsh", "fish")) {
      assertThat(bench.run("completion", shell).out()).contains("__complete", "otters", ":files");
    }
    Bench.Run wrong = bench.run("completion", "tcsh");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("expected one of bash, zsh, fish");
  }

  /** Loads the script in bash and presses Tab after a line, as readline does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "otters stop b | bob",
        "otters image rm guide:l | latest",
        "otters ps --output=js | json",
        "otters events -f event=di | die",
        "otters image rm x: | y z",
        "otters build fi | default",
      })
  void bashCompletesWithTheScript(String line, String words) throws Exception {
    Path program = bench.folder().resolve("otters");
    Files.writeString(
        program,
        """
        #!/bin/sh
        shift
        case "$*" in
          "stop b") printf 'bob\\tready\\n' ;;
          "image rm guide:l") echo guide:latest ;;
          "ps --output=js") echo --output=json ;;
          "events -f event=di") echo event=die ;;
          "image rm x:") printf 'x:y\\nx:z\\ta meaning\\n' ;;
          "build fi") echo :files ;;
        esac
        """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Path script =
        Files.writeString(folder.resolve("script"), bench.run("completion", "bash").out());
    String test =
        """
        compopt() { shift; echo "$@"; }
        . "$1"
        COMP_LINE=$2 COMP_POINT=${#2}
        _otters
        [ ${#COMPREPLY[@]} = 0 ] || echo "${COMPREPLY[*]}"
        complete -p otters >/dev/null
        """;
    ProcessBuilder bash =
        new ProcessBuilder("bash", "--norc", "-c", test, "bash", script.toString(), line)
            .redirectErrorStream(true);
    bash.environment()
        .merge("PATH", bench.folder().toString(), (path, first) -> first + ":" + path);
    Process process = bash.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(said.strip()).isEqualTo(words);
  }
}
