package dev.otters.sessions;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.PlayedProvider;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.function.Consumer;

/** The provider {@code other}, whose model answers each request as a test says. */
final class PlayedModel extends PlayedProvider {
  static final Usage USED = new Usage(100, 20);

  final LinkedBlockingDeque<CompletionRequest> asked = new LinkedBlockingDeque<>();
  final CountDownLatch reported = new CountDownLatch(1);
  volatile boolean hangs;
  volatile Optional<ModelException> failure = Optional.empty();
  volatile Completion answer = new Completion("otherwise", List.of(), StopReason.END_TURN, USED);

  PlayedModel() {
    super("other");
  }

  @Override
  public void check(String model) {
    if (model.equals("none")) {
      throw ModelException.permanent("other has no model none");
    }
  }

  @Override
  public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
      throws InterruptedException {
    asked.add(request);
    if (hangs || failure.isPresent()) {
      caller.usage().accept(new Usage(100, 5));
      reported.countDown();
    }
    if (hangs) {
      new CountDownLatch(1).await();
    }
    if (failure.isPresent()) {
      throw failure.get();
    }
    return answer;
  }
}
