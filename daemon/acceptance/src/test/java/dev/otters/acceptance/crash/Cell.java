package dev.otters.acceptance.crash;

import static dev.otters.acceptance.crash.Arena.AGENT;

import dev.otters.acceptance.Eventually;
import dev.otters.acceptance.Otters;
import dev.otters.acceptance.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One kill at one step.
 *
 * @param sandbox the kind of sandbox, for its name
 */
record Cell(String sandbox, Scenario scenario, Point point, Victim victim) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Returns its name, which is also that of its session and its mark in messages. */
  String name() {
    return sandbox + "." + victim.word() + "." + scenario.word() + point.word();
  }

  /**
   * Sends a message, kills the victim at the step, starts it again, waits for the end of the turn,
   * and sends another message.
   *
   * @return the violations; empty if all is well
   * @throws AssertionError if the step is not reached, or something does not end
   */
  List<String> run(Arena arena) throws IOException {
    arena.prepare(scenario);
    List<String> sent = new ArrayList<>(history(arena));
    List<String> unrelated = StubModel.requests(arena.vendor(), StubModel.NOTHING);
    List<String> violations = new ArrayList<>();

    Arena.Armed step = arena.arm(point);
    Optional<Run.Started> prompt = send(arena);
    if (!point.isOfARemoval()) {
      sent.add(scenario.message(name()));
    }
    Eventually.within(PATIENCE, "the step " + point.word() + " is reached", step::isReached);
    Runnable restart = arena.strike(victim, name(), prompt);
    if (victim.isOfTheSandbox() && !point.holdsTheStart()) {
      // The daemon waits at the step until the new runtime has taken over.
      restart.run();
      step.disarm();
    } else {
      step.disarm();
      restart.run();
    }
    if (victim != Victim.CLI && prompt.isPresent()) {
      Run ended = prompt.get().await();
      if (ended.code() != expected() && !point.isOfAResult() && !point.isOfARemoval()) {
        violations.add("the prompt failed: " + ended);
      }
    }
    if (scenario == Scenario.CUSTOM) {
      Eventually.is("the result is taken", () -> answer(arena).await().code() == 0);
    }
    if (point.isOfARemoval()) {
      Eventually.within(PATIENCE, "the session is gone as a whole", () -> isGone(arena));
    } else {
      awaitIdle(arena);
    }
    List<String> requests = new ArrayList<>(StubModel.requests(arena.vendor(), name()));
    List<String> summaries = StubModel.requests(arena.vendor(), StubModel.NOTHING);
    requests.addAll(summaries.subList(unrelated.size(), summaries.size()));

    sent.add(chat(arena, "next"));
    awaitIdle(arena);
    violations.addAll(Checker.violations(evidence(arena, sent, requests)));
    if (scenario.isOfFiles()) {
      violations.addAll(
          FileChecker.violations(scenario, name(), arena.log().entries(name()), files(arena)));
    }
    Run fsck = arena.otters().run("session", "fsck", AGENT, name());
    if (fsck.code() != 0) {
      violations.add("the mirror is damaged: " + fsck);
    }
    return violations;
  }

  /** Returns the exit code of the prompt: 4, if its turn waits for the client. */
  private int expected() {
    return scenario == Scenario.CUSTOM ? 4 : 0;
  }

  /** Sends the result of the client's call, which may be repeated. */
  private Run.Started answer(Arena arena) {
    String call = clientCall(arena).orElseThrow().text("id");
    return arena.otters().start("session", "custom-result", AGENT, name(), call, "fine");
  }

  private Optional<Entry> clientCall(Arena arena) {
    return arena.log().entries(name()).stream()
        .filter(it -> it.is("agent.custom_tool_use"))
        .findFirst();
  }

  /** Fills the session so far that the next message needs a summary. */
  private List<String> history(Arena arena) {
    List<String> sent = new ArrayList<>();
    for (int turn = 1; scenario == Scenario.LONG && turn <= 3; turn++) {
      sent.add(chat(arena, "before-" + turn));
    }
    if (scenario == Scenario.RESTORE) {
      write(arena.otters());
    }
    if (scenario == Scenario.SERVER) {
      warm(arena);
    }
    return sent;
  }

  /** Lets another session use the server, whose list of tools may come late. */
  private void warm(Arena arena) {
    String mark = name() + ".warm";
    Eventually.within(
        PATIENCE,
        "the server is used",
        () -> {
          String unused =
              arena.otters().run("prompt", "-s", mark, AGENT, scenario.message(mark)).ok();
          return arena.effects().contains(mark);
        });
  }

  /** Returns whether nothing of the session is left: no row, no file, no work to do. */
  private boolean isGone(Arena arena) {
    return arena.log().session(name()).isEmpty()
        && arena.log().removals() == 0
        && !arena.hasFile(name());
  }

  /** Writes the durable file, so that it has a version to restore. */
  private void write(Otters otters) {
    Path source = otters.files().resolve("before");
    Otters.write(source, "before " + name() + "\n");
    String soul = StubModel.FILE;
    String now = otters.run("resources", "versions", AGENT, soul, "-q", "-n", "1").ok().strip();
    otters.run("resources", "write", AGENT, soul, source.toString(), "--expect-version", now).ok();
  }

  private DurableFiles files(Arena arena) {
    return DurableFiles.of(arena.otters().home(), arena.otters().root(AGENT), name());
  }

  private String chat(Arena arena, String suffix) {
    String text = "chat " + name() + "." + suffix;
    String unused = arena.otters().run("prompt", "-s", name(), AGENT, text).ok();
    return text;
  }

  private Optional<Run.Started> send(Arena arena) {
    Otters otters = arena.otters();
    String text = scenario.message(name());
    if (scenario == Scenario.WAKE) {
      otters.run("session", "wake", AGENT, name(), "--in", "1s", "--note", text).ok();
      return Optional.empty();
    }
    if (scenario == Scenario.CUSTOM) {
      otters.run("session", "create", "--tool", arena.tool().toString(), AGENT, name()).ok();
    }
    if (point.isOfARemoval()) {
      String unused = otters.run("prompt", "-s", name(), AGENT, "keep " + name()).ok();
      return Optional.of(otters.start("session", "rm", AGENT, name()));
    }
    Run.Started prompt = otters.start("prompt", "-s", name(), AGENT, text);
    if (point.isOfAResult()) {
      Run unused = prompt.await();
      Eventually.is("a call waits for the client", () -> clientCall(arena).isPresent());
      return Optional.of(answer(arena));
    }
    if (scenario.isGated()) {
      Eventually.is("a call waits for approval", () -> !otters.json("approvals").isEmpty());
      String call = otters.json("approvals").get(0).get("id").asString();
      otters.run("session", "confirm", AGENT, name(), call, "--allow").ok();
    }
    return Optional.of(prompt);
  }

  private void awaitIdle(Arena arena) {
    Eventually.within(
        PATIENCE,
        "the turn ends",
        () -> arena.log().session(name()).filter(LogFile.Session::idle).isPresent());
  }

  private Evidence evidence(Arena arena, List<String> sent, List<String> requests) {
    LogFile.Session session = arena.log().session(name()).orElseThrow();
    return new Evidence(
        arena.log().entries(name()),
        session.last(),
        session.status(),
        sent,
        point.isOfARemoval() ? List.of() : arena.effects().stream().filter(name()::equals).toList(),
        requests,
        scenario.requests() + point.lostRequests());
  }
}
