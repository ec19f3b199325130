package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentStatus;
import dev.otters.protocol.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {
  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private Problem refused(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      assertThat(answer.status()).isBetween(400, 499);
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
      assertThat(problem.status()).isEqualTo(answer.status());
      return problem;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'ref':'a','cpus':'s3cret'}|'cpus'",
        "{'ref':'a','mounts':[{'source':'/a','target':'b','readOnly':[]}]}|'readOnly'",
        "{'ref':'a','mounts':[{'source':'/a'}]}|'mounts[0].target'",
        "{'ref':'a','env':{'A':{}}}|'A'",
        "{'ref':'a','env':{'A':null}}|'env.A'",
        "{'ref':'a','labels':{'A':null}}|'labels.A'",
        "{'name':'x'}|'ref'",
        "{'ref':'a'|line 1",
        "{'ref':'a'} x|line 1",
        "{'ref':s3cret}|line 1",
        "{'ref':'a','memory':99999999999999999999}|line 1",
        "[]|is malformed",
        "null|is malformed",
      })
  void theFieldThatIsWrongIsNamedAndNoValueShown(String json, String expected) {
    String title = refused("POST /v1/agents", json.replace('\'', '"')).title();
    assertThat(title).contains(expected).doesNotContain("s3cret");
    assertThat(kit.daemon.keeper().list(true).agents()).hasSize(1);
  }

  @Test
  void aRequestThatIsTooLargeIsRefused() {
    String json = "{\"ref\":\"" + "x".repeat(1 << 20) + "\"}";
    Problem problem = refused("POST /v1/agents", json);
    assertThat(problem.status()).isEqualTo(413);
    assertThat(problem.title()).contains("1048576 bytes");
  }

  @Test
  void theLimitsOfADaemonAreTheDocumentedOnes() {
    assertThat(HttpSettings.of(7117))
        .isEqualTo(
            new HttpSettings(
                7117,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                1 << 20,
                2L << 30));
  }

  @Test
  void aLongBuildArgumentIsTakenOnTheSocketOfTheOwnerOnly() {
    String line = "POST /v1/images/build?build-arg=A%3D" + "x".repeat(100_000);
    try (Http answer = kit.ask(line, "", "tar")) {
      assertThat(answer.status()).isEqualTo(200);
    }
    String bearer = "Authorization: Bearer " + kit.token + "\n";
    try (Http answer = ApiKit.raw(kit.tcp(), line, bearer, "tar").head()) {
      assertThat(answer.status()).isBetween(400, 499);
    }
  }

  @Test
  void aRequestWithoutBodyIsRefused() {
    assertThat(refused("POST /v1/agents", "").title()).contains("no body");
    assertThat(refused("POST /v1/images/build", "").title()).contains("no body");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /v1/agents?all=yes|'all'",
        "GET /v1/images/inspect|'ref'",
        "DELETE /v1/bins|'ref'",
        "POST /v1/images/pull?ref=|'ref'",
        "POST /v1/images/push|'ref'",
        "POST /v1/images/tag?source=a|'target'",
        "POST /v1/images/build?created=today|'created'",
        "POST /v1/bins/build?name=a&created=-1|'created'",
        "POST /v1/images/load|body",
        "GET /v1/images/save|'name'",
        "POST /v1/registry/copy?from=a|'to'",
        "GET /v1/registry/tags|'repository'",
        "POST /v1/images/pull?ref=h:1/a&platform=linux/amd64&all-platforms=true|exclude",
        "POST /v1/registry/login|X-Otters-Registry-Auth",
        "POST /v1/agents/bob/stop?grace=-1|'grace'",
        "POST /v1/agents/bob/stop?grace=ten|'grace'",
        "POST /v1/agents/bob/stop?grace=3601|'grace'",
        "POST /v1/agents/bob/restart?grace=ten|'grace'",
        "POST /v1/agents/bob/rename|'to' is missing",
        "POST /v1/images/build?build-arg=%3Dx|'build-arg'",
        "GET /v1/agents/bob/logs?tail=-3|'tail'",
        "GET /v1/agents/bob/logs?since=yesterday|'since'",
        "GET /v1/agents/bob/sessions/s/events?after=-1|'after'",
        "GET /v1/agents/bob/sessions/a%20b/events|session id",
      })
  void theParameterThatIsWrongIsNamed(String line, String expected) {
    assertThat(refused(line, "").title()).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"platform=linux/amd64", "all-platforms=true", "all-platforms=false"})
  void onePlatformOrAllOfThemIsNoContradiction(String parameter) {
    assertThat(status("POST /v1/images/pull?ref=127.0.0.1:1/a&" + parameter)).isNotEqualTo(400);
  }

  private int status(String line) {
    try (Http answer = kit.ask(line)) {
      return answer.status();
    }
  }

  @Test
  void parametersReachTheDomain() throws IOException {
    kit.daemon.images().agent("a/b:1", "FROM scratch\nNAME b\nMODEL a/b\n");
    assertThat(status("DELETE /v1/images?ref=a%2Fb:1&force=true")).isEqualTo(200);
    assertThat(status("GET /v1/images/inspect?ref=a%2Fb:1")).isEqualTo(404);
    assertThat(status("DELETE /v1/images?ref=guide:1")).isEqualTo(409);
    assertThat(status("DELETE /v1/bins?ref=tools%2Fsh:1")).isEqualTo(409);
    assertThat(status("DELETE /v1/bins?ref=tools%2Fsh:1&force=true")).isEqualTo(200);
    assertThat(status("DELETE /v1/agents/bob")).isEqualTo(409);
    assertThat(status("DELETE /v1/agents/bob?force=true&keep-workspace=true")).isEqualTo(204);
    try (Stream<Path> kept = Files.list(kit.daemon.home.folder().resolve("kept"))) {
      assertThat(kept).hasSize(1);
    }
    assertThat(status("GET /v1/agents/bob")).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({"?grace=3, 3000", "?grace=, 10000", "?grace=3600, 3600000"})
  void theGraceOfAStopReachesTheRuntime(String grace, long millis) {
    assertThat(status("POST /v1/agents/bob/stop" + grace)).isEqualTo(200);
    try (Http log = kit.ask("GET /v1/agents/bob/logs")) {
      assertThat(log.body()).contains(new Notice.Stop(millis).toString());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'id':'m','text':'x'}|'type'",
        "{'type':'user.message','text':'x'}|'id'",
        "{'id':'m','type':'user.message'}|'text'",
        "{'id':'m','type':'agent.message','text':'x'}|user.message",
        "{'id':'m/1','type':'user.message','text':'x'}|event id",
      })
  void aMessageOfAnotherFormIsRefusedAndCreatesNoSession(String json, String expected) {
    String events = " /v1/agents/bob/sessions/s/events";
    assertThat(refused("POST" + events, json.replace('\'', '"')).title()).contains(expected);
    assertThat(status("GET" + events)).isEqualTo(404);
  }

  @Test
  void anAgentIsStoppedAndListedOnlyOnRequest() {
    assertThat(status("POST /v1/agents/bob/stop")).isEqualTo(200);
    try (Http running = kit.ask("GET /v1/agents");
        Http all = kit.ask("GET /v1/agents?all=true")) {
      assertThat(Json.read(running.body(), AgentList.class).agents()).isEmpty();
      assertThat(Json.read(all.body(), AgentList.class).agents())
          .extracting(agent -> agent.state().status())
          .containsExactly(AgentStatus.STOPPED);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET /v1/agents/nobody, AGENT_NOT_FOUND",
    "POST /v1/agents/nobody/start, AGENT_NOT_FOUND",
    "POST /v1/agents/nobody/restart, AGENT_NOT_FOUND",
    "POST /v1/agents/nobody/kill, AGENT_NOT_FOUND",
    "POST /v1/agents/nobody/rename?to=x, AGENT_NOT_FOUND",
    "GET /v1/agents/nobody/wait, AGENT_NOT_FOUND",
    "GET /v1/images/inspect?ref=x, IMAGE_NOT_FOUND",
    "GET /v1/bins/inspect?ref=x, BIN_NOT_FOUND",
    "GET /v1/agents/bob/sessions/none/events?follow=true, SESSION_NOT_FOUND",
    "POST /v1/agents/bob/sessions/none/interrupt, SESSION_NOT_FOUND",
  })
  void whatIsNotThereIsNamedByItsKind(String line, ErrorCode code) {
    try (Http answer = kit.ask(line)) {
      assertThat(answer.status()).isEqualTo(404);
      assertThat(ApiKit.problem(answer).code()).isEqualTo(code);
    }
  }

  @Test
  void aConnectionServesManyRequests() {
    String one = "GET /v1/version HTTP/1.1\nHost: x\nAuthorization: Bearer " + kit.token + "\n\n";
    try (Http http = Http.send(kit.unix(), one + one, new byte[0])) {
      assertThat(http.head().body()).isEqualTo(http.head().body());
    }
  }
}
