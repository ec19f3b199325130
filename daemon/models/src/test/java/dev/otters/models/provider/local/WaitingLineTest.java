package dev.otters.models.provider.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.otters.models.gateway.Caller;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitingLineTest {
  private final WaitingLine line = new WaitingLine();
  private final Semaphore answered = new Semaphore(0);
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, List<String>> notes = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();

  /** Joins the line with a request such as {@code a1}, the first of agent a. */
  private Thread join(String request) {
    List<String> told = notes.computeIfAbsent(request, name -> new CopyOnWriteArrayList<>());
    int before = line.size();
    Thread thread =
        Thread.ofVirtual()
            .start(() -> ask(request, new Caller(request.substring(0, 1), told::add)));
    while (line.size() == before) {
      Thread.onSpinWait();
    }
    threads.add(thread);
    return thread;
  }

  private void ask(String request, Caller caller) {
    try {
      line.enter(caller);
      try {
        order.add(request);
        answered.acquire();
      } finally {
        line.leave();
      }
    } catch (InterruptedException e) {
      order.add(request + " left");
    }
  }

  private void awaitNotes(String request, String... expected) {
    while (!notes.get(request).equals(List.of(expected))) {
      Thread.onSpinWait();
    }
  }

  private void answerAll() throws InterruptedException {
    answered.release(threads.size());
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Test
  void ofOneAgentWhoCameFirstGoesFirst() throws InterruptedException {
    List.of("a1", "a2", "a3").forEach(this::join);
    answerAll();

    assertThat(order).containsExactly("a1", "a2", "a3");
  }

  @Test
  void agentsTakeTurns() throws InterruptedException {
    List.of("a1", "a2", "a3", "a4", "b1", "b2", "c1").forEach(this::join);
    answerAll();

    assertThat(order).containsExactly("a1", "b1", "c1", "a2", "b2", "a3", "a4");
  }

  @Test
  void whoWaitsIsToldHowManyGoBeforeHim() throws InterruptedException {
    List.of("a1", "a2", "b1").forEach(this::join);
    String one = "waiting for the local model: 1 request before yours";
    String two = "waiting for the local model: 2 requests before yours";
    awaitNotes("b1", one);
    awaitNotes("a2", one, two);
    answered.release();
    awaitNotes("a2", one, two, one);
    answerAll();

    assertThat(notes.get("a1")).isEmpty();
    assertThat(notes.get("b1")).containsExactly(one);
  }

  @Test
  void whoCannotBeToldLeavesAndTheOthersMoveUp() throws InterruptedException {
    join("a1");
    Caller deaf =
        new Caller(
            "b",
            note -> {
              throw new IllegalStateException("the database was closed");
            });
    assertThatIllegalStateException().isThrownBy(() -> line.enter(deaf));
    join("c1");
    answerAll();

    assertThat(order).containsExactly("a1", "c1");
    assertThat(line.size()).isZero();
  }

  @Test
  void whoIsInterruptedLeavesAndTheOthersMoveUp() throws InterruptedException {
    join("a1");
    Thread leaving = join("b1");
    join("c1");
    leaving.interrupt();
    leaving.join();
    answerAll();

    assertThat(order).containsExactly("a1", "b1 left", "c1");
    assertThat(line.size()).isZero();
  }
}
