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
    String events = "/v1/agents/bob/sessions/" + session + "/events";
    try (Http answer = kit.ask("POST " + events, "", Json.write(MessageRequest.user("m", text)))) {
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
}
