package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.SessionStore;
import dev.otters.protocol.Activation;
import dev.otters.sessions.TurnSteps;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.standing.Standing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Measures what the length of a session costs its status and its first turn after a restart. */
final class LongSessions {
  private static final List<Integer> EVENTS = List.of(1_000, 10_000, 100_000);
  private static final int ROUNDS = 12;
  private static final int LOOKS = 40;
  private static final double FLAT = 1.5;
  private static final String LONG = "api:long";
  private static final String TEXT = "A message.";

  private LongSessions() {}

  static List<Figure> figures() throws IOException, InterruptedException {
    SessionStore store = SessionStore.create();
    try {
      List<Figure> figures = new ArrayList<>();
      for (int events : EVENTS) {
        while (length(store, LONG) < events) {
          turn(store, LONG);
        }
        List<Double> looks = new ArrayList<>();
        List<Double> shortLooks = new ArrayList<>();
        List<Double> resumes = new ArrayList<>();
        List<Double> shortResumes = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
          String other = "api:short-" + events + "-" + round;
          turn(store, other);
          turn(store, other);
          store = store.reopen();
          shortResumes.add(resume(store, other));
          store = store.reopen();
          resumes.add(resume(store, LONG));
          for (int i = 0; i < LOOKS; i++) {
            shortLooks.add(look(store, other));
            looks.add(look(store, LONG));
          }
        }
        figures.add(compared("status", events, looks, shortLooks, Unit.MICROSECONDS));
        figures.add(compared("resume", events, resumes, shortResumes, Unit.MILLISECONDS));
      }
      return figures;
    } finally {
      store.close();
    }
  }

  private static Figure compared(
      String what, int events, List<Double> values, List<Double> others, Unit unit) {
    return Figure.of(
            "%s, %,d events".formatted(what, events), new Quantity(new Samples(values), unit))
        .against("10 events", new Quantity(new Samples(others), unit))
        .goal(new Goal.TimesBaseline(FLAT));
  }

  private static long length(SessionStore store, String session) {
    return store
        .sessions()
        .service()
        .find(store.agent(), new SessionId(session))
        .map(view -> view.lastSeq())
        .orElse(0L);
  }

  private static void turn(SessionStore store, String session) throws InterruptedException {
    store.say(session, "m" + length(store, session), TEXT);
    store.answer(store.lease(), TEXT);
  }

  /** Returns the milliseconds from a new message to the request with which its turn begins. */
  private static double resume(SessionStore store, String session) throws InterruptedException {
    long begin = System.nanoTime();
    store.say(session, "m" + length(store, session), TEXT);
    Activation turn = store.lease();
    TurnSteps.State state = store.request(turn);
    double millis = Clock.millisSince(begin);
    if (!(state instanceof TurnSteps.State.Ask)) {
      throw new IllegalStateException("the turn asks nothing: " + state);
    }
    store.answer(turn, TEXT);
    return millis;
  }

  /** Returns the microseconds of a status. */
  private static double look(SessionStore store, String session) {
    long begin = System.nanoTime();
    Standing unused = store.sessions().oversight().of(store.agent(), new SessionId(session));
    return Clock.millisSince(begin) * 1_000;
  }
}
