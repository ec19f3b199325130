package dev.otters.sessions;

import dev.otters.home.TalkingProgram;
import dev.otters.home.store.Database;
import dev.otters.home.time.SystemTime;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Event;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/**
 * The main program of the process that {@link CrashTest} kills: it works on sessions as fast as it
 * can and prints each thing that was acknowledged to it, after that. It ends when its input closes.
 */
final class CrashingDaemon {
  private CrashingDaemon() {}

  public static void main(String[] args) throws InterruptedException {
    TalkingProgram.endWithParent();
    UUID agent = UUID.fromString(args[1]);
    String run = args[2];
    FakeDirectory directory = new FakeDirectory();
    Database database = Database.open(Path.of(args[0]));
    Sessions sessions = new Sessions(database, directory, new SystemTime(), new Random(1));
    sessions.boot(Set.of());
    sessions.turns().connect(agent, run, List.of());
    for (int i = 0; ; i++) {
      SessionId session = new SessionId("s" + i % 3);
      String id = run + "." + i;
      sessions.service().appendUserMessage(agent, session, id, "message " + id, tx -> {});
      say("message " + session + " " + id);
      work(sessions, agent, run, id);
    }
  }

  private static void work(Sessions sessions, UUID agent, String run, String id) {
    Optional<Activation> leased = sessions.leasing().tryLease(agent, run);
    if (leased.isEmpty()) {
      return;
    }
    Activation turn = leased.get();
    List<Event> events =
        List.of(
            new Event(id + ".use", SessionKit.use("c", 1, "x".repeat(5_000))),
            new Event(id + ".result", SessionKit.result("c", "y".repeat(20_000))));
    sessions.turns().append(agent, turn.id(), turn.fence(), events);
    say("event " + turn.session() + " " + id + ".use");
    say("event " + turn.session() + " " + id + ".result");
    sessions.turns().ack(agent, turn.id(), turn.fence(), new Outcome.Answered("answer " + id));
    say("answer " + turn.session() + " " + turn.id());
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
