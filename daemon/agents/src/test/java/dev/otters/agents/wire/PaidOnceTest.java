package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.trace.TraceCall;
import dev.otters.home.FastFolder;
import dev.otters.home.TalkingProgram;
import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.time.SystemTime;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.LogAudit;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kills the daemon and the runtime at random moments and counts what the vendor is asked for. The
 * daemon is a process that gets SIGKILL; of the runtime the daemon sees that its socket closes.
 *
 * <p>An answer may be asked for again if the vendor had not sent all of it before the kill, or the
 * daemon had not read all of it. The runtime must not have learned of such an answer, and the log
 * must have it once. A request that was under way at a kill may reach the vendor after it, so a
 * step may be asked for once more. {@link PaidAnswerTest} kills after the last byte was read.
 */
@Timeout(300)
class PaidOnceTest {
  private static final long SEED = 12;
  private static final int KILLS = 100;

  /** One of so many kills ends the daemon, the others the runtime. */
  private static final int DAEMON = 4;

  /** The moments of a turn: four of each step, and one of the results of each step. */
  private static final int MOMENTS = 4 * CountingVendor.STEPS + CountingVendor.STEPS - 1;

  private static final int LONGEST_DELAY_MICROS = 4_000;
  private static final Pattern STEP = Pattern.compile("step (s[0-9]+-[0-9]+#[0-9]+)[.]");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir(factory = FastFolder.class)
  Path folder;

  private final UUID agent = UUID.randomUUID();
  private final Random random = new Random(SEED);
  private final AtomicInteger moments = new AtomicInteger();
  private final Set<String> acknowledged = new HashSet<>();
  private final ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor();
  private CountingVendor vendor;
  private TalkingProgram daemon;
  private TalkingProgram next;
  private volatile Runnable kill = () -> {};
  private volatile boolean killed;

  @BeforeEach
  void open() throws IOException {
    vendor = new CountingVendor(SEED, this::moment);
    next = start(0);
    daemon = next;
  }

  @AfterEach
  void close() throws IOException {
    killer.shutdownNow();
    daemon.close();
    next.close();
    vendor.close();
  }

  @Test
  void anAnswerThatTheRuntimeKnowsIsNeverPaidTwiceWhoeverIsKilled() throws Exception {
    int lives = 0;
    for (int kills = 0; kills < KILLS; ) {
      daemon = next;
      next = start(++lives);
      String token = boot();
      CountingVendor.Victim victim;
      do {
        kills++;
        victim =
            kills == KILLS || random.nextInt(DAEMON) == 0
                ? CountingVendor.Victim.DAEMON
                : CountingVendor.Victim.RUNTIME;
        liveAndDie(token, victim);
        if (victim == CountingVendor.Victim.RUNTIME) {
          daemon.nudge();
        }
      } while (victim == CountingVendor.Victim.RUNTIME);
      assertThat(daemon.ended()).as("killed by a signal").isEqualTo(128 + 9);
    }
    daemon = next;
    liveUntil("s" + lives + "-1", boot());
    daemon.close();
    assertThat(daemon.ended()).isEqualTo(128 + 9);
    assertThat(vendor.faults()).as("seed %d, lost %s", SEED, vendor.lost()).isEmpty();
    try (Database database = Database.open(folder.resolve("daemon.db"))) {
      LogAudit.check(database);
      LogAudit.allAnswered(database);
      assertThat(steps(database))
          .as("steps in the log, seed %d", SEED)
          .containsExactlyInAnyOrderElementsOf(vendor.steps());
      assertThat(results(database))
          .as("results in the log, seed %d", SEED)
          .doesNotHaveDuplicates()
          .containsAll(acknowledged);
      assertThat(database.<Long>read(PaidOnceTest::counted))
          .as("steps in the ledger")
          .isEqualTo(vendor.steps().size());
      assertTracesAreWhole(database);
    }
  }

  private static long counted(Rows rows) {
    return rows.number("SELECT count(*) AS n FROM ledger WHERE step > 0");
  }

  /** Rebuilds every request, as {@code otters trace --verify} does. */
  private void assertTracesAreWhole(Database database) {
    TraceReader reader =
        new Sessions(database, new FakeDirectory(), new SystemTime(), new Random(1)).traceReader();
    int checked = 0;
    List<String> sessions =
        database.read(rows -> rows.list("SELECT id FROM sessions", row -> row.text("id")));
    for (String id : sessions) {
      SessionId session = new SessionId(id);
      int turns = reader.turns(agent, session, 10).turns().size();
      for (int turn = 1; turn <= turns; turn++) {
        String name = Integer.toString(turn);
        for (TraceCall call : reader.turn(agent, session, name).calls()) {
          assertThat(reader.prompt(agent, session, name, call.id()).intact()).isTrue();
          checked++;
        }
      }
    }
    assertThat(checked).isGreaterThanOrEqualTo(vendor.steps().size());
  }

  private TalkingProgram start(int number) throws IOException {
    String address = vendor.address().toString();
    return TalkingProgram.start(
        64, KilledDaemon.class, folder.toString(), agent.toString(), address, "s" + number);
  }

  private String boot() throws IOException {
    daemon.nudge();
    return daemon.said("token ");
  }

  /** Returns the steps that the log has, as often as it has them. */
  private static List<String> steps(Database database) {
    return bodies(database, "agent.message").stream()
        .map(STEP::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }

  /** Returns the calls whose own output the log has, as often as it has it. */
  private static List<String> results(Database database) {
    return bodies(database, "agent.tool_result").stream()
        .map(body -> JSON.readTree(body))
        .filter(body -> body.path("stdout").asString().equals(output(body.path("call").asString())))
        .map(body -> body.path("call").asString())
        .toList();
  }

  private static List<String> bodies(Database database, String type) {
    String sql = "SELECT body FROM events WHERE type = ?";
    return database.read(rows -> rows.list(sql, row -> row.text("body"), type));
  }

  private void liveUntil(String session, String token) throws IOException {
    try (RuntimeClient runtime = connect(token)) {
      boolean seen = false;
      do {
        Activation turn = WireKit.lease(runtime);
        work(runtime, turn);
        seen |= turn.session().equals(session);
      } while (!seen || anyOpen());
    }
  }

  /** Reads the file of the living daemon: an earlier turn may begin again after a newer one. */
  private boolean anyOpen() {
    String sql = "SELECT count(*) FROM events WHERE processed_at IS NULL";
    try (Connection file =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("daemon.db"));
        Statement statement = file.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.getInt(1) > 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Plays the runtime until something is killed, a little after a random moment of a turn. */
  private void liveAndDie(String token, CountingVendor.Victim victim) throws IOException {
    killed = false;
    try (RuntimeClient runtime = connect(token)) {
      int delay = random.nextInt(LONGEST_DELAY_MICROS);
      AutoCloseable target = victim == CountingVendor.Victim.DAEMON ? daemon : runtime;
      kill =
          () -> {
            var unused = killer.schedule(() -> kill(victim, target), delay, TimeUnit.MICROSECONDS);
          };
      moments.set(1 + random.nextInt(MOMENTS));
      while (true) {
        work(runtime, WireKit.lease(runtime));
      }
    } catch (IllegalStateException e) {
      if (!killed) {
        throw e;
      }
    }
  }

  private Void kill(CountingVendor.Victim victim, AutoCloseable target) throws Exception {
    killed = true;
    vendor.cut(victim, target);
    return null;
  }

  private RuntimeClient connect(String token) throws IOException {
    RuntimeClient runtime = RuntimeClient.connect(folder.resolve("run").resolve(WireServer.SOCKET));
    runtime.hello(token);
    return runtime;
  }

  private void work(RuntimeClient runtime, Activation turn) {
    for (int step = 1; ; step++) {
      Answer.Next said = runtime.call(WireKit.complete(turn, step));
      if (!(said instanceof Answer.Run(List<ToolCall> calls))) {
        assertThat(said).isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
        vendor.knows(turn.session() + "#" + CountingVendor.STEPS);
        moment();
        return;
      }
      vendor.knows(CountingVendor.stepOf(calls.getFirst()));
      moment();
      for (ToolCall call : calls) {
        runtime.call(new Call.Result(turn.id(), turn.fence(), step, result(call)));
        acknowledged.add(call.id());
      }
      moment();
    }
  }

  private static String output(String call) {
    return "output of " + call;
  }

  private static EventBody.ToolResult result(ToolCall call) {
    return new EventBody.ToolResult(
        call.id(),
        call.name(),
        0,
        output(call.id()),
        "",
        5,
        false,
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** Kills soon if this is the moment. */
  private void moment() {
    if (moments.decrementAndGet() == 0) {
      kill.run();
    }
  }
}
