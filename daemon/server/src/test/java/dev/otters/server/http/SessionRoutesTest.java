package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionRoutesTest {
  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    say("review", "Look at it");
    say("cli:prompt:1", "Hello");
  }

  private void say(String session, String text) {
    say(session, "m", text);
  }

  private void say(String session, String id, String text) {
    String events = "/v1/agents/bob/sessions/" + session + "/events";
    try (Http answer = kit.ask("POST " + events, "", Json.write(MessageRequest.user(id, text)))) {
      assertThat(answer.status()).isEqualTo(202);
    }
  }

  private SessionList list(String query) {
    try (Http answer = kit.ask("GET /v1/sessions" + query)) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), SessionList.class);
    }
  }

  @Test
  void aListNamesAgentsStatusAndFirstWords() {
    SessionList all = list("?agent=" + kit.bob);
    assertThat(all.more()).isFalse();
    assertThat(all.sessions())
        .extracting(SessionSummary::id, SessionSummary::agent, SessionSummary::title)
        .containsExactlyInAnyOrder(
            tuple("review", "bob", "Look at it"), tuple("cli:prompt:1", "bob", "Hello"));
    assertThat(all.sessions()).extracting(SessionSummary::status).containsOnly("idle");
    assertThat(list("")).isEqualTo(all);
  }

  @Test
  void aShortListSaysThatThereAreMore() {
    SessionList one = list("?limit=1");
    assertThat(one.sessions()).hasSize(1);
    assertThat(one.more()).isTrue();
    assertThat(list("?limit=1&beginning=rev").more()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"limit=0", "limit=1001", "limit=x"})
  void anotherLimitIsRefused(String query) {
    try (Http answer = kit.ask("GET /v1/sessions?" + query)) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }
  }

  @Test
  void theListOfAnUnknownAgentIsNotEmptyButAProblem() {
    try (Http answer = kit.ask("GET /v1/sessions?agent=nobody")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    }
  }

  @Test
  void theBeginningOfAGeneratedIdNamesTheSessionOnEachRoute() {
    String id = "cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d";
    say(id, "one");
    say("0a1b2c3d", "m2", "two");
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/0a1b2c3d4e5f")) {
      SessionSummary shown = Json.read(answer.body(), SessionSummary.class);
      assertThat(shown.id()).isEqualTo(id);
      assertThat(shown.agent()).isEqualTo("bob");
      assertThat(shown.events()).isEqualTo(2);
    }
  }

  @Test
  void anUnknownSessionIsAProblem() {
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/nothing")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    }
  }

  @Test
  void anAmbiguousBeginningIsAProblem() {
    say("cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d", "one");
    say("cli:chat:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d", "two");
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/0a1b")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.AMBIGUOUS);
    }
  }

  @Test
  void aRunningSessionIsRemovedOnlyByForce() throws InterruptedException {
    var _ = kit.daemon.sessions().turns().lease(kit.bob, "runtime");
    SessionSummary running =
        list("").sessions().stream()
            .filter(session -> session.status().equals("running"))
            .findFirst()
            .orElseThrow();
    String path = "/v1/agents/bob/sessions/" + running.id();
    try (Http answer = kit.ask("DELETE " + path)) {
      assertThat(ApiKit.problem(answer).title())
          .isEqualTo("session " + running.id() + " is running");
    }
    assertThat(list("").sessions()).contains(running);
    try (Http answer = kit.ask("DELETE " + path + "?force=true")) {
      assertThat(answer.status()).isEqualTo(204);
    }
    assertThat(list("").sessions())
        .extracting(SessionSummary::id)
        .hasSize(1)
        .doesNotContain(running.id());
  }
}
