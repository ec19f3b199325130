package dev.otters.server.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.RunRequest;
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
    assertThat(options.network()).isEqualTo(Network.NONE);
    assertThat(options.limits()).isEqualTo(Limits.DEFAULT);
    assertThat(options.restart()).isEqualTo(RestartPolicy.DEFAULT);
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    RunRequest request =
        new RunRequest(
            " ",
            "a b",
            "nomodel",
            Map.of("PATH", "/evil", "lower", "1"),
            List.of(),
            null,
            null,
            null,
            null,
            null,
            null,
            Map.of(),
            false,
            null,
            null,
            false,
            null,
            Map.of(),
            null);

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
    assertThatThrownBy(() -> RunOptions.of(with(1L, null, null, null)))
        .isInstanceOf(ExecutorException.class);
    assertThatThrownBy(() -> RunOptions.of(with(null, "wlan", null, null)))
        .hasMessage("'wlan' is not a network");
    assertThatThrownBy(() -> RunOptions.of(with(null, null, "often", null)))
        .hasMessage("'often' is not a pull policy");
    assertThatThrownBy(() -> RunOptions.of(with(null, null, null, "maybe")))
        .hasMessage("'maybe' is not a restart policy");
  }

  @Test
  void noTextOfARequestShowsAValueOfTheEnvironment() {
    RunRequest request =
        new RunRequest(
            "a:1",
            null,
            null,
            Map.of("TOKEN", "hunter2"),
            List.of(),
            null,
            null,
            null,
            null,
            null,
            null,
            Map.of(),
            false,
            null,
            null,
            false,
            null,
            Map.of(),
            null);

    assertThat(RunOptions.of(request).toString()).doesNotContain("hunter2").contains("TOKEN");
  }

  private static RunRequest with(Long memory, String network, String pull, String restart) {
    return new RunRequest(
        "a:1", null, null, Map.of(), List.of(), network, memory, null, null, null, pull, Map.of(),
        false, restart, null, false, null, Map.of(), null);
  }
}
