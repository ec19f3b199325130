package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.dockerjava.api.model.LoadResponseItem;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class LoadResponseTest {
  private final LoadResponse answer = new LoadResponse();

  private void say(String json) throws IOException {
    answer.onNext(
        new com.fasterxml.jackson.databind.ObjectMapper().readValue(json, LoadResponseItem.class));
  }

  @Test
  void takesWordsOfTheEngineForNoError() throws IOException {
    say("{\"stream\":\"The image a:1 already exists, renaming the old one\"}");
    say("{\"stream\":\"Loaded image: a:1\"}");
    answer.onComplete();
    answer.await();
  }

  @Test
  void saysWhatTheEngineSaysInTheMiddle() throws IOException {
    say("{\"errorDetail\":{\"message\":\"no space left on device\"},\"error\":\"no space\"}");
    answer.onComplete();
    ExecutorException refused = catchThrowableOfType(ExecutorException.class, answer::await);
    assertThat(refused.reason()).isEqualTo(Reason.IMAGE);
    assertThat(refused).hasMessageEndingWith(": no space left on device");
  }

  @Test
  void saysThatTheEngineWentAway() {
    answer.onError(new IOException("broken pipe"));
    assertThatThrownBy(answer::await).hasRootCauseMessage("broken pipe");
  }
}
