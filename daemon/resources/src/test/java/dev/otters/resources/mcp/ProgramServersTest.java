package dev.otters.resources.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.time.ManualTime;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.FoundTools;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.resources.provider.ResourceServers.Asked;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that are programs, each a shell script. */
class ProgramServersTest {
  private static final UUID AGENT = UUID.randomUUID();
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String TEXT =
      "{\"content\":[{\"type\":\"text\",\"text\":\"from $$\"}]}".replace("\"", "\\\"");

  private final ManualTime time = new ManualTime();
  private final ProcessPrograms programs = new ProcessPrograms(script("reply \"" + TEXT + "\""));
  private McpServers servers = servers(LONG);

  /** Returns a server that answers a call as a script does, in which {@code $id} is its id. */
  private static List<String> script(String call) {
    return List.of(
        "sh",
        "-c",
        """
        reply() { printf '{"jsonrpc":"2.0","id":"%%s","result":%%s}\\n' "$id" "$1"; }
        while read -r line; do
          id=${line#*'"id":"'}; id=${id%%%%'"'*}
          case $line in
            *'"method":"initialize"'*) reply '{"protocolVersion":"2025-06-18",\
        "capabilities":{"tools":{}},"serverInfo":{"name":"t","version":"1"}}';;
            *'"method":"tools/list"'*) reply '{"tools":[%s]}';;
            *'"method":"tools/call"'*) %s;;
          esac
        done
        """
            .formatted(TestServer.FIND, call));
  }

  private McpServers servers(Duration call) {
    return new McpServers(
        new McpServers.Ways(
            (agent, url) -> {
              throw new IllegalStateException("no request is sent");
            },
            programs),
        _ -> Optional.empty(),
        new McpLimits(call, LONG, LONG, LONG, 64 << 10, 4, 8),
        time);
  }

  @AfterEach
  void endAll() {
    servers.close();
    programs.started.forEach(it -> assertThat(it.onExit()).succeedsWithin(LONG));
  }

  private static DeclaredResource tickets() {
    return new DeclaredResource(
        "tickets",
        McpProvider.KIND,
        ResourceMode.READ,
        Map.of("bin", "server", "read-tools", "find"),
        Optional.empty(),
        "");
  }

  private FoundTools found() {
    return servers.found(AGENT, List.of(tickets()), true).get("tickets");
  }

  private String call(String grant) {
    return call(grant, UnaryOperator.identity());
  }

  private String call(String grant, UnaryOperator<String> hide) {
    Grants grants = Grants.of(List.of(grant));
    return servers.call(AGENT, grants, tickets(), new Asked("find", "{\"word\":\"x\"}", hide));
  }

  private void assertRefused(String why) {
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> call("a"))
        .withMessageContaining(why);
  }

  private void assertNoneRuns() {
    programs.started.forEach(it -> assertThat(it.onExit()).succeedsWithin(LONG));
  }

  @Test
  void aListEndsWithItsProgramAndCallsShareOne() {
    assertThat(found().tools()).singleElement().extracting("name").isEqualTo("find");
    assertNoneRuns();
    String first = call("a");
    assertThat(call("a")).isEqualTo(first).startsWith("from ");
    assertThat(call("b")).isNotEqualTo(first);
    assertThat(programs.started).hasSize(3);
  }

  @Test
  void onlyServersForCallsGetTheValuesOfVaults() {
    assertThat(found().tools()).hasSize(1);
    call("a");
    assertThat(programs.orders)
        .extracting(McpPrograms.Order::forCalls)
        .containsExactly(false, true);
  }

  @Test
  void aServerWhoseVaultHasAnotherValueIsReplaced() {
    String first = call("a");
    programs.current = false;
    assertThat(call("a")).isNotEqualTo(first).startsWith("from ");
    assertThat(programs.started.getFirst().onExit()).succeedsWithin(LONG);
  }

  @Test
  void aSecretAtTheCutOfAnAnswerIsHiddenWhole() {
    String secret = "s3cr3t-".repeat(4);
    String text = "x".repeat(McpLimits.COMPLAINT - secret.length() / 2) + secret;
    programs.command =
        script(
            "reply '{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}'"
                .formatted(text));
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> call("a", said -> said.replace(secret, "…")))
        .withMessageContaining("xxx")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("s3cr3t"));
  }

  @Test
  void aStartThatTakesTooLongIsNotCutOffAndItsServerEnds() throws InterruptedException {
    servers = servers(Duration.ofSeconds(1));
    programs.room = new CountDownLatch(1);
    assertRefused("its server did not answer in time");
    assertThat(programs.started).isEmpty();

    programs.room.countDown();

    Process late = programs.fresh.poll(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(late).isNotNull();
    assertThat(late.onExit()).succeedsWithin(LONG);
    assertThat(programs.interrupted).isFalse();
  }

  @Test
  void callsThatComeTogetherStartOneProgram() {
    List<CompletableFuture<String>> calls =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> call("a"))).limit(6).toList();
    calls.forEach(it -> assertThat(it).succeedsWithin(LONG));
    assertThat(calls.stream().map(CompletableFuture::join).distinct()).hasSize(1);
    assertThat(programs.started).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        ":                                   | its server did not answer in time",
        "id=x; reply {}                      | its server did not answer in time",
        "echo Starting…                      | what is no message of the protocol",
        "reply '{\"content\":7}'             | another form than the protocol has",
        "while :; do echo '{\"jsonrpc\":\"2.0\",\"method\":\"x\"}'; done | sent 256 messages",
        "while :; do printf 0123456789; done | its server sent more than 65536 bytes",
        "exit 3                              | its server ended with exit code 3",
        "kill -9 $$                          | its server ended with exit code 137"
      })
  void aServerThatFailsInACallIsEndedAndTheNextCallStartsAnother(String call, String why)
      throws InterruptedException {
    servers = servers(call.equals(":") || call.startsWith("id") ? Duration.ofSeconds(1) : LONG);
    List<String> usual = programs.command;
    programs.command = script(call);
    assertRefused(why);
    assertThat(programs.started.getFirst().waitFor(20, TimeUnit.SECONDS)).isTrue();
    programs.command = usual;
    servers = servers(LONG);
    assertThat(call("a")).startsWith("from ");
  }

  @Test
  void aCallThatFailedIsNotRepeated() {
    programs.command = script("exit 0");
    assertRefused("It may or may not have happened. It was not repeated");
    assertThat(programs.started).hasSize(1);
  }

  @Test
  void aServerThatEndsBetweenCallsIsStartedAgain() {
    programs.command = script("reply \"" + TEXT + "\"; exit 0");
    String first = call("a");
    assertNoneRuns();
    assertThat(call("a")).isNotEqualTo(first).startsWith("from ");
  }

  @Test
  void aServerThatReadsNoMoreIsReplacedByOneThatTakesTheCall() {
    programs.command = script("exec <&-; reply \"" + TEXT + "\"; sleep 100");
    String first = call("a");
    assertThat(call("a")).isNotEqualTo(first).startsWith("from ");
    assertThat(programs.started).hasSize(2);
    assertThat(programs.started.getFirst().onExit()).succeedsWithin(LONG);
  }

  @Test
  void aSecretIsHiddenBeforeTheTextOfAFailureIsCut() {
    String before = "x".repeat(McpLimits.COMPLAINT - 5);
    programs.command =
        script(
            "printf '{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"error\":{\"code\":-1,\"message\":\""
                + before
                + "hunter2hunter2\"}}\\n' \"$id\"");
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> call("a", text -> text.replace("hunter2hunter2", "***")))
        .withMessageContaining("xxx***")
        .withMessageNotContaining("hunter");
  }

  @Test
  void aServerThatDoesNotStartIsNamed() {
    programs.command = List.of();
    assertRefused("the agent has no BIN server. The tool was not called");
    assertThat(found().text()).contains("the agent has no BIN server");
    programs.command = List.of("sh", "-c", "exit 9");
    assertRefused("its server ended with exit code 9. ");
  }

  @Test
  void aServerEndsWhenItsAgentRestsOrNothingUsesIt() {
    call("a");
    servers.rest(AGENT);
    assertNoneRuns();
    call("a");
    time.advance(McpLimits.IDLE);
    call("a");
    assertThat(programs.alive()).isEqualTo(1);
    time.advance(McpLimits.IDLE);
    time.advance(McpLimits.IDLE);
    assertNoneRuns();
  }

  @Test
  void anAgentHasAFewServersAtATime() {
    for (int i = 0; i <= McpLimits.PROGRAMS; i++) {
      call("g" + i);
    }
    assertThat(programs.started.getFirst().onExit()).succeedsWithin(LONG);
    assertThat(programs.alive()).isEqualTo(McpLimits.PROGRAMS);
  }
}
