package dev.otters.acceptance.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Checks the guarantees of a session from the outside, without code of the product: no message is
 * lost, no call has its effect twice, no message is answered twice, and the log is coherent.
 */
final class Checker {
  /** What the model reads of a call without a result. */
  static final String NOTE = "may or may not have happened";

  private final Evidence evidence;
  private final List<String> violations = new ArrayList<>();

  private Checker(Evidence evidence) {
    this.evidence = evidence;
  }

  /** Returns what is wrong; empty if nothing is. */
  static List<String> violations(Evidence evidence) {
    Checker checker = new Checker(evidence);
    checker.numbers();
    checker.messages();
    checker.turns();
    checker.fences();
    checker.calls();
    checker.clientCalls();
    checker.effects();
    checker.end();
    return List.copyOf(checker.violations);
  }

  private void wrong(String what) {
    violations.add(what);
  }

  private Stream<Entry> log(String type) {
    return evidence.log().stream().filter(entry -> entry.is(type));
  }

  private Stream<Entry> inputs() {
    return Stream.concat(log("user.message"), log("wake.fired"));
  }

  private void numbers() {
    long expected = 1;
    for (Entry entry : evidence.log()) {
      if (entry.seq() != expected) {
        wrong("gap in the log: event %d is numbered %d".formatted(expected, entry.seq()));
        return;
      }
      expected++;
    }
    if (evidence.last() != expected - 1) {
      wrong(
          "gap in the log: the session has %d events, not %d"
              .formatted(expected - 1, evidence.last()));
    }
  }

  private void messages() {
    for (String text : new LinkedHashSet<>(evidence.sent())) {
      long sent = Collections.frequency(evidence.sent(), text);
      long stored = inputs().filter(entry -> entry.text("text").equals(text)).count();
      if (stored < sent) {
        wrong("lost message: %s".formatted(text));
      } else if (stored > sent) {
        wrong("doubled message: %s".formatted(text));
      }
    }
  }

  private void turns() {
    Map<String, Set<String>> turns = new HashMap<>();
    log("turn.started")
        .forEach(
            start -> {
              for (JsonNode message : start.body().path("messages")) {
                turns
                    .computeIfAbsent(message.asString(), id -> new LinkedHashSet<>())
                    .add(start.turn());
              }
            });
    inputs()
        .map(Entry::id)
        .filter(id -> turns.getOrDefault(id, Set.of()).size() != 1)
        .forEach(id -> wrong("message %s is in the turns %s".formatted(id, turns.get(id))));
    turns.values().stream().flatMap(Set::stream).distinct().forEach(this::turn);
  }

  private void turn(String turn) {
    List<Entry> events = evidence.log().stream().filter(it -> it.turn().equals(turn)).toList();
    long answers = events.stream().filter(Entry::isAnswer).count();
    // A turn that failed can begin again, and then ends again.
    long ends =
        events.stream()
            .filter(entry -> entry.is("turn.finished") && !entry.text("outcome").equals("failed"))
            .count();
    if (answers == 0) {
      wrong("lost answer: turn %s".formatted(turn));
    } else if (answers > 1) {
      wrong("doubled answer: turn %s has %d".formatted(turn, answers));
    }
    if (ends != 1) {
      wrong("turn %s ended %d times".formatted(turn, ends));
    }
    events.stream()
        .filter(entry -> entry.is("turn.finished"))
        .filter(entry -> !entry.text("outcome").equals("answered"))
        .forEach(entry -> wrong("turn %s ended as %s".formatted(turn, entry.text("outcome"))));
  }

  /** Messages that join a paused turn have its id, but no fence. */
  private void fences() {
    Map<String, Long> fences = new HashMap<>();
    for (Entry entry : evidence.log()) {
      long before = fences.getOrDefault(entry.turn(), 0L);
      if (entry.fence() < before && entry.fence() != 0) {
        wrong("stale write: event %d under fence %d".formatted(entry.seq(), entry.fence()));
      }
      fences.merge(entry.turn(), entry.fence(), Math::max);
    }
  }

  private void calls() {
    log("agent.tool_use").forEach(this::call);
    log("agent.tool_result")
        .filter(result -> log("agent.tool_use").noneMatch(use -> isSameCall(use, result)))
        .forEach(result -> wrong("result without call: %s".formatted(result.text("call"))));
    log("agent.tool_use")
        .map(use -> use.text("call"))
        .filter(
            call -> log("agent.tool_use").filter(it -> it.text("call").equals(call)).count() > 1)
        .distinct()
        .forEach(call -> wrong("doubled call: %s".formatted(call)));
  }

  private void call(Entry use) {
    long results = log("agent.tool_result").filter(it -> isSameCall(use, it)).count();
    boolean noted =
        evidence.requests().stream()
            .anyMatch(request -> request.contains(NOTE) && request.contains(use.text("call")));
    if (results > 1) {
      wrong("doubled result: call %s has %d".formatted(use.text("call"), results));
    } else if (results == 0 && !noted) {
      wrong("call without result: %s, and no note says so".formatted(use.text("call")));
    }
  }

  private static boolean isSameCall(Entry use, Entry result) {
    return use.turn().equals(result.turn()) && use.text("call").equals(result.text("call"));
  }

  /** Calls of a client's tool wait for as long as it takes. */
  private void clientCalls() {
    log("agent.custom_tool_use")
        .forEach(
            use -> {
              long results =
                  log("user.custom_tool_result").filter(it -> isSameCall(use, it)).count();
              if (results != 1) {
                wrong("client's call %s has %d results".formatted(use.text("call"), results));
              }
            });
  }

  private void effects() {
    for (String call : new LinkedHashSet<>(evidence.effects())) {
      int times = Collections.frequency(evidence.effects(), call);
      if (times > 1) {
        wrong("doubled side effect: %s happened %d times".formatted(call, times));
      }
      if (log("agent.tool_use").noneMatch(use -> use.text("call").equals(call))) {
        wrong("side effect without call: %s".formatted(call));
      }
    }
    log("agent.tool_result")
        .filter(result -> !result.body().path("isError").asBoolean(false))
        .filter(result -> !result.text("name").startsWith("resources_"))
        .map(result -> result.text("call"))
        .filter(call -> !evidence.effects().contains(call))
        .forEach(call -> wrong("lost side effect: %s".formatted(call)));
  }

  private void end() {
    if (!evidence.status().equals("IDLE")) {
      wrong("the session does not go on: it is %s".formatted(evidence.status()));
    }
    if (evidence.requests().size() > evidence.most()) {
      wrong(
          "paid twice: %d requests, not %d".formatted(evidence.requests().size(), evidence.most()));
    }
  }
}
