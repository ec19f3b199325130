package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
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

  @Test
  void onlyAListedToolIsAllowedUnseen() {
    addApproval("kubectl");
    String unseen = Json.write(new ApprovalDecision("1", "allow", null, true));
    try (Http answer = kit.ask(DECIDE, "", unseen)) {
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).as(problem.title()).isEqualTo(ErrorCode.FORBIDDEN);
      assertThat(problem.title()).isEqualTo("calls of bob/kubectl may not be allowed unseen");
      assertThat(problem.remedy()).contains("add bob/kubectl to prompt-yes");
    }
    String seen = Json.write(new ApprovalDecision("1", "deny", null, true));
    try (Http answer = kit.ask(DECIDE, "", seen)) {
      assertThat(answer.status()).isEqualTo(409);
    }
  }

  /** Adds a call that was allowed. */
  private void addApproval(String tool) {
    kit.daemon
        .database()
        .update(
            tx ->
                tx.execute(
                    "INSERT INTO approvals(session, agent, activation, fence, step, call, tool,"
                        + " input, state, requested_at, expires_at) SELECT s.key, s.agent, a.id, 1,"
                        + " 1, 'c', ?, '{}', 'ALLOWED', 0, 0 FROM sessions s JOIN activations a ON"
                        + " a.session = s.key",
                    tool));
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
