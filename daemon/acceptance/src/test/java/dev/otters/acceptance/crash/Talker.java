package dev.otters.acceptance.crash;

import dev.otters.acceptance.Eventually;
import dev.otters.acceptance.Otters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Talks to one agent, in one session after the other, until time is over. */
final class Talker implements Runnable {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

  /** The mean of the pauses between two messages. */
  private static final Duration PAUSE = Duration.ofSeconds(18);

  private final Soak soak;
  private final String agent;
  private final String verb;
  private final Path effects;
  private final Random random;
  private int sessions;
  private volatile boolean busy;

  /**
   * Makes who talks to an agent.
   *
   * @param verb what it says besides "chat"
   * @param workspace the agent's folder
   */
  Talker(Soak soak, String agent, String verb, Path workspace, long seed) {
    this.soak = soak;
    this.agent = agent;
    this.verb = verb;
    this.effects = workspace.resolve("effects");
    this.random = new Random(seed);
  }

  String agent() {
    return agent;
  }

  /** Returns whether an answer is awaited. */
  boolean isBusy() {
    return busy;
  }

  /** A session under way, with the texts that were sent so far. */
  private record Talk(String id, List<String> sent, List<String> wakes, int daemonsBefore) {}

  @Override
  public void run() {
    while (!soak.isOver()) {
      String id = agent + "." + ++sessions;
      try {
        talk(new Talk(id, new ArrayList<>(), new ArrayList<>(), soak.daemonsStruck()));
      } catch (AssertionError | RuntimeException broken) {
        soak.violation(id + " broke: " + broken);
      }
    }
  }

  private void talk(Talk talk) {
    int prompts = 4 + random.nextInt(12);
    while (talk.sent().size() < prompts && !soak.isOver()) {
      soak.pause(random, PAUSE);
      act(talk);
    }
    awaitIdle(talk);
    say(talk, "chat");
    awaitIdle(talk);
    int struck = soak.daemonsStruck() - talk.daemonsBefore();
    soak.finished(talk.id(), () -> evidence(talk, struck));
  }

  private void act(Talk talk) {
    int dice = random.nextInt(10);
    if (dice < 2) {
      wake(talk);
      return;
    }
    int messages = dice < 3 ? 3 : 1;
    for (int message = 0; message < messages; message++) {
      say(talk, random.nextInt(3) == 0 ? "chat" : verb);
    }
    if (dice < 8) {
      awaitIdle(talk);
    }
  }

  private String text(Talk talk, String what) {
    String text = what + " " + talk.id() + "." + (talk.sent().size() + 1);
    talk.sent().add(text);
    soak.prompted();
    return text;
  }

  private void say(Talk talk, String what) {
    soak.operator().say(agent, talk.id(), text(talk, what));
  }

  private void wake(Talk talk) {
    String note = text(talk, verb);
    talk.wakes().add(note);
    int seconds = 1 + random.nextInt(20);
    soak.operator()
        .wake(agent, talk.id(), seconds, note, () -> count(talk, "wake.scheduled", note) > 0);
  }

  private long count(Talk talk, String type, String text) {
    return soak.log().entries(talk.id()).stream()
        .filter(it -> it.is(type) && (it.text("note") + it.text("text")).equals(text))
        .count();
  }

  /** Waits until everything that was sent is answered. */
  private void awaitIdle(Talk talk) {
    busy = true;
    try {
      Eventually.within(
          PATIENCE, LOOK_AGAIN, "the turn of " + talk.id() + " ends", () -> isIdle(talk));
    } finally {
      busy = false;
    }
  }

  private boolean isIdle(Talk talk) {
    return soak.log().session(talk.id()).filter(LogFile.Session::idle).isPresent()
        && talk.wakes().stream().allMatch(note -> count(talk, "wake.fired", note) > 0);
  }

  private Evidence evidence(Talk talk, int struck) {
    List<Entry> log = soak.log().entries(talk.id());
    LogFile.Session session = soak.log().session(talk.id()).orElseThrow();
    return new Evidence(
        log,
        session.last(),
        session.status(),
        talk.sent(),
        effects(talk),
        soak.model().requests(talk.id()),
        Evidence.paid(log) + struck);
  }

  private List<String> effects(Talk talk) {
    return Files.exists(effects)
        ? Otters.read(effects).lines().filter(it -> it.startsWith(talk.id() + ".")).toList()
        : List.of();
  }
}
