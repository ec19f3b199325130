package dev.otters.agents.create;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.rows.RestartPolicy;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.RunRequest;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunOptionsTest {
  @Test
  void nothingIsNeededButTheImage() {
    RunOptions options = RunOptions.of(RunRequest.of("guide"));

    assertThat(options.name()).isEmpty();
    assertThat(options.reach()).isEqualTo(new Reach(Network.EGRESS, List.of()));
    assertThat(options.limits()).isEqualTo(Limits.DEFAULT);
    assertThat(options.restart()).isEqualTo(RestartPolicy.DEFAULT);
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    RunRequest request =
        RunRequests.of(
            " ",
            Map.of(
                "name", "a b", "model", "nomodel", "env", Map.of("PATH", "/evil", "lower", "1")));

    assertThatThrownBy(() -> RunOptions.of(request))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID_REQUEST);
              assertThat(e.problem().title())
                  .contains("the image reference is empty")
                  .contains("name 'a b' must be")
                  .contains("model 'nomodel' must be")
                  .contains("environment key 'PATH' is reserved")
                  .contains("environment key 'lower' must be")
                  .doesNotContain("/evil");
            });
  }

  @Test
  void limitsAndChoicesOutOfTheirRangeAreRefused() {
    assertThatThrownBy(() -> RunOptions.of(with("memory", 1L)))
        .isInstanceOf(ExecutorException.class);
    assertThatThrownBy(() -> RunOptions.of(with("network", "wlan")))
        .hasMessage("'wlan' is not a network");
    assertThatThrownBy(() -> RunOptions.of(with("pull", "often")))
        .hasMessage("'often' is not a pull policy");
    assertThatThrownBy(() -> RunOptions.of(with("restart", "maybe")))
        .hasMessage("'maybe' is not a restart policy");
  }

  @Test
  void noTextOfARequestShowsAValueOfTheEnvironment() {
    RunRequest request = with("env", Map.of("TOKEN", "hunter2"));

    assertThat(RunOptions.of(request).toString()).doesNotContain("hunter2").contains("TOKEN");
  }

  private static RunRequest with(String member, Object value) {
    return RunRequests.of("a:1", Map.of(member, value));
  }
}
