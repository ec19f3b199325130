package dev.otters.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.system.Credentials;
import dev.otters.api.system.SocketPath;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordsTest {
  @Test
  void aTokenAndEnvironmentValuesAreNotShown() {
    assertThat(new Credentials("unix:///x", "s3cret", null).toString()).doesNotContain("s3cret");
    RunRequest request =
        Json.read("{\"ref\":\"a\",\"env\":{\"TOKEN\":\"s3cret\"}}", RunRequest.class);
    assertThat(request.toString()).contains("TOKEN").doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource({"89, true", "90, false"})
  void aSocketHasAPathThatTheKernelTakes(int letters, boolean fits) {
    assertThat(SocketPath.fits(Path.of("/ö/otters", "x".repeat(letters)))).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource({"3, 5, Agentfile:3:5, 1", "3, 0, Agentfile:3, 0", "0, 0, Agentfile, 0"})
  void aPlaceIsWrittenAsFarAsItIsKnown(int line, int column, String text, int length) {
    SourcePlace place = SourcePlace.of("Agentfile", line, column);

    assertThat(place).hasToString(text);
    assertThat(place.length()).isEqualTo(length);
  }

  @Test
  void aProblemFillsInWhatAnAnswerLeftOut() {
    Problem bare = Json.read("{\"code\":\"not_found\"}", Problem.class);
    assertThat(bare.status()).isEqualTo(404);
    assertThat(bare.title()).isEqualTo("the request failed");
    Problem foreign = Json.read("{\"status\":418,\"title\":\"tea\"}", Problem.class);
    assertThat(foreign.status()).isEqualTo(418);
    assertThat(foreign.code()).isEqualTo(ErrorCode.INTERNAL);
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
            1, "e", EventType.AGENT_MESSAGE, null, null, Instant.EPOCH, Map.of("partial", true));
    assertThat(event.flag("partial")).isTrue();
    assertThat(event.flag("other")).isFalse();
    assertThat(event.text("other")).isEmpty();
  }
}
