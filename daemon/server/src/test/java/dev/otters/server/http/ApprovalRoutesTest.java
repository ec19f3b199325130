package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.session.ApprovalDecision;
import dev.otters.api.session.ApprovalList;
import dev.otters.api.session.MessageRequest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalRoutesTest {
  private static final String MESSAGE = "POST /v1/agents/bob/sessions/review/events";
  private static final String DECIDE = "POST /v1/agents/bob/sessions/review/approvals";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    kit.ask(MESSAGE, "", Json.write(MessageRequest.user("m", "Hello"))).close();
  }

  @Test
  void anAgentWithoutGatedToolsHasNothingThatWaits() {
    try (Http answer = kit.ask("GET /v1/approvals?agent=bob", "", "")) {
      assertThat(Json.read(answer.body(), ApprovalList.class).approvals()).isEmpty();
    }
    try (Http answer = kit.ask("GET /v1/approvals?agent=nobody", "", "")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, allow, SESSION_NOT_FOUND",
    "1, perhaps, INVALID_REQUEST",
    "1, '', INVALID_REQUEST",
    "c1, allow, INVALID_REQUEST"
  })
  void aDecisionAboutNothingIsRefused(String approval, String decision, ErrorCode code) {
    String body = Json.write(new ApprovalDecision(approval, decision, null));
    try (Http answer = kit.ask(DECIDE, "", body)) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(code);
    }
  }
}
