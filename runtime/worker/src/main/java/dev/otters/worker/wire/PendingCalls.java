package dev.otters.worker.wire;

import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Held;
import dev.otters.protocol.Method;
import dev.otters.protocol.WireError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The unanswered calls in order, and the activations that are held. An activation is held from the
 * moment its lease is read, so no later {@code hello} can omit it. Guarded by the client's lock.
 */
final class PendingCalls {
  /** A call and the future of its answer. */
  record Pending(Call<?> call, CompletableFuture<Answer> answer) {}

  private final TreeMap<Long, Pending> calls = new TreeMap<>();
  private final Map<String, Long> held = new HashMap<>();

  void add(long id, Pending pending) {
    calls.put(id, pending);
  }

  Map<Long, Pending> inOrder() {
    return calls;
  }

  @Nullable Method method(long id) {
    Pending pending = calls.get(id);
    return pending == null ? null : pending.call().method();
  }

  @Nullable Pending answered(long id, Answer answer) {
    Pending pending = calls.remove(id);
    if (answer instanceof Answer.Leased(var activation)) {
      held.put(activation.id(), activation.fence());
    }
    if (pending != null && ends(pending.call(), answer)) {
      release(pending.call());
    }
    return pending;
  }

  @Nullable Pending failed(long id, WireError error) {
    Pending pending = calls.remove(id);
    if (pending != null && error.code() == WireError.Code.STALE_FENCE) {
      release(pending.call());
    }
    return pending;
  }

  /** Reports whether the daemon no longer counts the activation as held after this answer. */
  private static boolean ends(Call<?> call, Answer answer) {
    return call instanceof Call.Release
        || answer instanceof Answer.Over
        || answer instanceof Answer.Paused;
  }

  private void release(Call<?> ended) {
    switch (ended) {
      case Call.Heartbeat call -> release(call.activation(), call.fence());
      case Call.Complete call -> release(call.activation(), call.fence());
      case Call.Result call -> release(call.activation(), call.fence());
      case Call.Release call -> release(call.activation(), call.fence());
      default -> {}
    }
  }

  void release(String activation, long fence) {
    held.remove(activation, fence);
  }

  boolean holds(String activation) {
    return held.containsKey(activation);
  }

  List<Held> held() {
    return held.entrySet().stream()
        .map(entry -> new Held(entry.getKey(), entry.getValue()))
        .toList();
  }
}
