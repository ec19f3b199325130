package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionName;
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
  private static final String GENERATED = "cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d";

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

  private SessionSummary show(String session) {
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/" + session)) {
      return Json.read(answer.body(), SessionSummary.class);
    }
  }

  @Test
  void theBeginningOfAGeneratedIdNamesTheSessionForReaders() {
    say(GENERATED, "one");
    SessionSummary shown = show("0a1b2c3d4e5f");
    assertThat(shown.id()).isEqualTo(GENERATED);
    assertThat(shown.agent()).isEqualTo("bob");
    assertThat(shown.events()).isEqualTo(1);
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/0a1b/events")) {
      assertThat(answer.body()).contains("one");
    }
  }

  @Test
  void theOwnNameOfAClientLeadsIntoNoOtherSession() {
    say(GENERATED, "one");
    say("0a1b2c3d", "m2", "two");
    assertThat(show(GENERATED).events()).isEqualTo(1);
    assertThat(show("0a1b2c3d").title()).isEqualTo("two");
    for (String write :
        new String[] {
          "POST /v1/agents/bob/sessions/0a1b/interrupt", "DELETE /v1/agents/bob/sessions/0a1b",
        }) {
      try (Http answer = kit.ask(write)) {
        assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
      }
    }
    assertThat(rename("0a1b", "mine").code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
  }

  private Problem rename(String session, String name) {
    String route = "PUT /v1/agents/bob/sessions/" + session + "/name";
    try (Http answer = kit.ask(route, "", Json.write(new SessionName(name)))) {
      return ApiKit.problem(answer);
    }
  }

  private SessionSummary renamed(String session, String name) {
    String route = "PUT /v1/agents/bob/sessions/" + session + "/name";
    try (Http answer = kit.ask(route, "", Json.write(new SessionName(name)))) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), SessionSummary.class);
    }
  }

  @Test
  void aNameIsUsableWhereverTheIdIs() {
    assertThat(renamed("cli:prompt:1", "plan").name()).isEqualTo("plan");
    assertThat(renamed("plan", "plan.2").id()).isEqualTo("cli:prompt:1");
    say("plan.2", "m2", "more");
    assertThat(show("plan.2").events()).isEqualTo(2);
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/plan.2/events")) {
      assertThat(answer.body()).contains("more");
    }
    assertThat(list("").sessions())
        .extracting(SessionSummary::id, SessionSummary::name)
        .containsExactlyInAnyOrder(tuple("review", null), tuple("cli:prompt:1", "plan.2"));
    try (Http answer = kit.ask("DELETE /v1/agents/bob/sessions/plan.2")) {
      assertThat(answer.status()).isEqualTo(204);
    }
    assertThat(list("").sessions()).hasSize(1);
  }

  @Test
  void anotherSessionsIdOrNameIsTaken() {
    assertThat(rename("cli:prompt:1", "review").code()).isEqualTo(ErrorCode.NAME_TAKEN);
    var _ = renamed("review", "plan");
    assertThat(rename("cli:prompt:1", "plan").code()).isEqualTo(ErrorCode.NAME_TAKEN);
    assertThat(renamed("plan", "plan").name()).isEqualTo("plan");
    assertThat(renamed("plan", "review").name()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "cafe", "2026-11", "x:0a1b", GENERATED, "../x", "\u001b[2J"})
  void aNameThatIsNoneOrLooksLikeAnIdIsRefused(String name) {
    assertThat(rename("review", name).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"..", ".", "%2e%2e", "a%2Fb", "..%2F..%2Fbob", "a%00b", "a%0Ab", "a\\b", "%ff"})
  void anIdThatIsAPathIsRefusedAndNamesNoFile(String id) {
    String session = "/v1/agents/bob/sessions/" + id;
    String message = Json.write(MessageRequest.user("m9", "hello"));
    try (Http answer = kit.ask("POST " + session + "/events", "", message)) {
      assertThat(answer.status()).isBetween(400, 405);
    }
    for (String request : new String[] {"GET " + session, "DELETE " + session + "?force=true"}) {
      try (Http answer = kit.ask(request)) {
        assertThat(answer.status()).as(request).isBetween(400, 405);
      }
    }
    assertThat(list("").sessions()).hasSize(2);
  }

  @Test
  void anUnknownSessionIsAProblem() {
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/nothing")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    }
  }

  @Test
  void anAmbiguousBeginningIsAProblem() {
    say(GENERATED, "one");
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
