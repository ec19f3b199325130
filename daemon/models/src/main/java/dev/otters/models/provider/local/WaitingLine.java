package dev.otters.models.provider.local;

import dev.otters.models.gateway.Caller;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Admits one caller at a time. Callers of one agent are admitted in order, and agents take turns,
 * so that an agent with many requests delays another by one answer at most. Waiting callers receive
 * their position.
 */
final class WaitingLine {
  /** The place of a waiting caller; a caller may wait twice. */
  private static final class Ticket {
    final Caller caller;
    int told = -1;

    Ticket(Caller caller) {
      this.caller = caller;
    }
  }

  private final Map<String, Deque<Ticket>> waiting = new LinkedHashMap<>();
  private String newest = "";
  private boolean busy;

  /**
   * Waits until the caller is admitted; {@link #leave} ends its turn.
   *
   * @throws InterruptedException if the thread is interrupted; the caller then no longer waits
   */
  synchronized void enter(Caller caller) throws InterruptedException {
    Ticket ticket = new Ticket(caller);
    waiting.computeIfAbsent(caller.agent(), agent -> new ArrayDeque<>()).add(ticket);
    notifyAll();
    await(ticket);
    newest = caller.agent();
    busy = true;
  }

  /** Waits, and removes the ticket in any case. */
  private void await(Ticket ticket) throws InterruptedException {
    try {
      for (int before = before(ticket); before > 0; before = before(ticket)) {
        tell(ticket, before);
        wait();
      }
    } finally {
      remove(ticket);
      notifyAll();
    }
  }

  private static void tell(Ticket ticket, int before) {
    if (before != ticket.told) {
      ticket.told = before;
      ticket
          .caller
          .notes()
          .accept(
              "waiting for the local model: "
                  + before
                  + (before == 1 ? " request" : " requests")
                  + " before yours");
    }
  }

  /** Admits the next caller. Further requests of the same agent wait behind other agents. */
  synchronized void leave() {
    Deque<Ticket> others = waiting.remove(newest);
    if (others != null) {
      waiting.put(newest, others);
    }
    busy = false;
    notifyAll();
  }

  synchronized int size() {
    return order().size() + (busy ? 1 : 0);
  }

  private int before(Ticket ticket) {
    return order().indexOf(ticket) + (busy ? 1 : 0);
  }

  /**
   * Returns the waiting callers in the order of their admission. The agent that was admitted last
   * comes after the others.
   */
  private List<Ticket> order() {
    List<Deque<Ticket>> left = new ArrayList<>();
    waiting.forEach(
        (agent, tickets) -> {
          if (!agent.equals(newest)) {
            left.add(new ArrayDeque<>(tickets));
          }
        });
    Deque<Ticket> last = waiting.get(newest);
    if (last != null) {
      left.add(new ArrayDeque<>(last));
    }
    List<Ticket> order = new ArrayList<>();
    while (!left.isEmpty()) {
      left.forEach(agent -> order.add(agent.removeFirst()));
      left.removeIf(Deque::isEmpty);
    }
    return order;
  }

  private void remove(Ticket ticket) {
    waiting.computeIfPresent(
        ticket.caller.agent(), (agent, own) -> own.remove(ticket) && own.isEmpty() ? null : own);
  }
}
