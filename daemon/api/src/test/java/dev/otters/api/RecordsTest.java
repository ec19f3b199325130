package dev.otters.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.system.Credentials;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordsTest {
  @Test
  void aTokenAndEnvironmentValuesAreNotShown() {
    assertThat(new Credentials("unix:///x", "s3cret", null).toString()).doesNotContain("s3cret");
    RunRequest request =
        Json.read("{\"ref\":\"a\",\"env\":{\"TOKEN\":\"s3cret\"}}", RunRequest.class);
    assertThat(request.toString()).contains("TOKEN").doesNotContain("s3cret");
  }

  @Test
  void onlyAStoppedOrFailedAgentIsNotRunning() {
    assertThat(List.of(AgentStatus.values()).stream().filter(s -> !s.running()))
        .containsExactly(AgentStatus.STOPPED, AgentStatus.FAILED);
  }

  @Test
  void aProblemKeepsWhatItAlreadySaysWhenMoreIsAdded() {
    SourceProblem finding =
        SourceProblem.of(SourceProblem.ERROR, SourcePlace.of("Agentfile", 1, 2), "m");
    Problem problem =
        Problem.of(ErrorCode.AMBIGUOUS, "two agents", "say which")
            .withDetail("d")
            .withCandidates(List.of("a1", "a2"))
            .withRegistry("r.example")
            .withProblems(List.of(finding));
    assertThat(problem)
        .isEqualTo(
            new Problem(
                409,
                ErrorCode.AMBIGUOUS,
                "two agents",
                "d",
                "say which",
                List.of(finding),
                List.of("a1", "a2"),
                "r.example"));
    assertThat(new ApiException(problem)).hasMessage("two agents").hasNoCause();
  }

  @Test
  void anEventReadsItsBody() {
    SessionEvent event =
        new SessionEvent(
            1, "e", EventType.AGENT_MESSAGE, null, Instant.EPOCH, Map.of("partial", true));
    assertThat(event.flag("partial")).isTrue();
    assertThat(event.flag("other")).isFalse();
    assertThat(event.text("other")).isEmpty();
  }
}
