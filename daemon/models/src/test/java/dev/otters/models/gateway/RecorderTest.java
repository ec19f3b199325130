package dev.otters.models.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RecorderTest {
  private static final CallKey KEY = new CallKey("a", 1, "c1");

  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final CountDownLatch spoken = new CountDownLatch(1);

  private final Recorder recorder =
      new Recorder() {
        @Override
        public void asked(String provider, CompletionRequest request) {
          heard.add("asked " + provider + " for " + request.model());
        }

        @Override
        public void sent(RequestBody body) {}

        @Override
        public void answered(Completion completion) {
          heard.add("answered " + completion.text() + " " + completion.stopReason());
        }

        @Override
        public void failed(Throwable cause) {
          heard.add("failed " + cause.getMessage());
        }
      };

  /** Answers, fails or waits, as the name of its model says. */
  private final class Provider extends PlayedProvider {
    Provider() {
      super("test");
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
        throws InterruptedException {
      text.accept("one");
      if (request.model().equals("broken")) {
        throw ModelException.permanent("it broke");
      }
      if (request.model().equals("slow")) {
        spoken.countDown();
        new CountDownLatch(1).await();
      }
      return new Completion("one", List.of(), StopReason.END_TURN, new Usage(1, 1));
    }
  }

  private Completion complete(ModelGateway gateway, String model) throws InterruptedException {
    CompletionRequest request =
        new CompletionRequest(
            "test/" + model, List.of(new ChatMessage.User("Hello")), List.of(), Map.of());
    Caller caller = new Caller("", _ -> {}, _ -> {}, recorder);
    return gateway.complete(KEY, request, caller, _ -> {}, () -> true);
  }

  @Test
  void aRequestEndsWithItsAnswerOrItsFailure() throws InterruptedException {
    try (ModelGateway gateway = new ModelGateway(Providers.of(new Provider()))) {
      assertThat(complete(gateway, "good").text()).isEqualTo("one");
    }
    try (ModelGateway gateway = new ModelGateway(Providers.of(new Provider()))) {
      assertThatExceptionOfType(ModelException.class).isThrownBy(() -> complete(gateway, "broken"));
    }
    assertThat(heard)
        .containsExactly(
            "asked test for good",
            "answered one END_TURN",
            "asked test for broken",
            "failed it broke");
  }

  @Test
  void anInterruptedRequestEndsOnceWithItsTextSoFar() throws Exception {
    ModelGateway gateway = new ModelGateway(Providers.of(new Provider()));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Completion> running = threads.submit(() -> complete(gateway, "slow"));
      spoken.await();
      gateway.close();
      assertThat(running.get().text()).isEqualTo("one");
    }
    assertThat(heard).containsExactly("asked test for slow", "answered one INTERRUPTED");
  }
}
