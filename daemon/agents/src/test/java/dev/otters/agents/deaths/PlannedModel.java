package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Journal.Kind;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The model of one daemon, which follows the plans of the messages. */
final class PlannedModel extends PlayedProvider {
  private static final Usage USAGE = new Usage(5, 2);
  private static final Usage MUCH = new Usage(5000, 2);

  private final World world;
  private final DaemonLife daemon;
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicBoolean hangs = new AtomicBoolean();

  PlannedModel(World world, DaemonLife daemon) {
    super("test");
    this.world = world;
    this.daemon = daemon;
  }

  /** Returns whether a turn waits to be interrupted, once for each. */
  boolean hangs() {
    return hangs.getAndSet(false);
  }

  /** Lets a request end that waits. */
  void end() {
    end.countDown();
  }

  @Override
  public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
      throws InterruptedException {
    Recall recall = Recall.of(request.messages());
    if (recall.summarizes()) {
      summarize(recall);
      return new Completion(recall.summary(), List.of(), StopReason.END_TURN, USAGE);
    }
    Plan plan = Plan.of(request.messages());
    ask(plan, recall);
    if (plan.has(Plan.HANG)) {
      text.accept("so far");
      hangs.set(true);
      end.await();
      throw new Dead();
    }
    if (plan.words().isEmpty()) {
      boolean much = request.messages().getLast().toString().contains(Plan.BIG);
      String answer = "done " + String.join(" ", plan.ids());
      return new Completion(answer, List.of(), StopReason.END_TURN, much ? MUCH : USAGE);
    }
    return new Completion("Well.", plan.calls(), StopReason.TOOL_USE, USAGE);
  }

  private void summarize(Recall recall) {
    boolean stored = recall.isStored(daemon.database());
    synchronized (world) {
      daemon.requireAlive();
      if (stored) {
        world.journal().add(Kind.ASKED_AGAIN, recall.summary());
      }
    }
  }

  private void ask(Plan plan, Recall recall) {
    synchronized (world) {
      daemon.requireAlive();
      if (world.scenario() == Scenario.COMPACTION && !recall.isWhole()) {
        world.journal().add(Kind.FAULT, "the model knows only of " + recall.ids());
      }
      boolean first = !world.journal().has(Kind.ASKED, plan.key());
      world.journal().add(Kind.ASKED, plan.key());
      if (world.journal().has(Kind.KNOWN, plan.key())) {
        world.journal().add(Kind.ASKED_AGAIN, plan.key());
      }
      if (plan.has(Plan.FAIL) && first) {
        throw ModelException.transientFailure(
            ModelException.Reason.FAILED, "the model is busy", "", Optional.empty());
      }
    }
  }
}
