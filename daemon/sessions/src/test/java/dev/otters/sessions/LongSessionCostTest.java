package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.protocol.Activation;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.conversation.OpenConversations;
import dev.otters.sessions.conversation.Summaries;
import dev.otters.sessions.conversation.Transcripts;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.conversation.Windows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.Streams;
import dev.otters.sessions.standing.Standing;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.ProgressHandler;

/** Counts the instructions that SQLite runs for a turn of a session of 100,000 events. */
class LongSessionCostTest {
  @TempDir Path folder;

  private static final class RolledBack extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** A statement of a turn. */
  private record Said(String sql, List<Object> arguments) {}

  @Test
  void aTurnOfALongSessionCostsAsMuchAsOneOfAShortSession() throws Exception {
    long ofShort = cost(20_000, LongSessionCostTest::run);
    long ofLong = cost(100_000, LongSessionCostTest::run);

    assertThat(ofLong).isGreaterThan(1000).isLessThan(ofShort + ofShort / 10);
  }

  @Test
  void theStatusOfALongSessionCostsAsMuchAsThatOfAShortSession() throws Exception {
    long ofShort = cost(10, LongSessionCostTest::look);
    long ofLong = cost(100_000, LongSessionCostTest::look);

    assertThat(ofLong).isLessThanOrEqualTo(ofShort + 200);
  }

  private static void look(SessionKit kit, Activation turn, Tx tx) {
    Standing standing = kit.sessions.oversight().of(tx, kit.agent, kit.session);
    assertThat(standing.claim().orElseThrow().input()).isEqualTo("newest");
    assertThat(standing.messages()).isOne();
  }

  /** What is done with a session. */
  private interface Work {
    void run(SessionKit kit, Activation turn, Tx tx);
  }

  @Test
  void aLaterStepOfATurnCostsAHundredthOfItsFirst() throws Exception {
    List<List<Said>> ofSteps = new ArrayList<>();
    try (SessionKit kit = new SessionKit(folder)) {
      kit.say("first");
      kit.answer(kit.lease(), "done");
      fill(kit, 20_000);
      kit.say("newest");
      Activation turn = kit.lease();
      OpenConversations conversations = new OpenConversations(1 << 24);
      ActivationRow row =
          kit.database.read(
              rows -> new ActivationRows(kit.time).find(rows, kit.agent, turn.id()).orElseThrow());
      for (int step = 1; step <= 3; step++) {
        List<Said> statements = new ArrayList<>();
        Transcripts.Transcript read =
            kit.database.write(
                tx -> {
                  Tx recorder = recorder(tx, statements);
                  return conversations.read(recorder, row, conversations.take(recorder, row));
                });
        assertThat(read).isEqualTo(kit.conversation(turn));
        assertThat(read.messages()).hasSizeGreaterThan(2000);
        ofSteps.add(statements);
        String call = "c" + step;
        kit.append(turn, SessionKit.use(call, step, "ls"), SessionKit.result(call, "README.md"));
      }
    }
    long first = steps(folder, ofSteps.getFirst());
    assertThat(first).isGreaterThan(10_000);
    assertThat(steps(folder, ofSteps.get(1))).isLessThan(first / 100);
    assertThat(steps(folder, ofSteps.get(2))).isLessThan(first / 100);
  }

  private long cost(int events, Work work) throws Exception {
    Path home = Files.createDirectory(folder.resolve("home" + events));
    List<Said> statements = new ArrayList<>();
    try (SessionKit kit = new SessionKit(home)) {
      kit.say("first");
      kit.answer(kit.lease(), "done");
      fill(kit, events);
      kit.say("newest");
      Activation turn = kit.lease();
      kit.append(turn, SessionKit.use("c1", 1, "ls"), SessionKit.result("c1", "README.md"));
      kit.say("later");
      assertThatExceptionOfType(RolledBack.class)
          .isThrownBy(
              () ->
                  kit.database.update(
                      tx -> {
                        work.run(kit, turn, recorder(tx, statements));
                        throw new RolledBack();
                      }));
    }
    assertThat(statements).hasSizeGreaterThan(5);
    return steps(home, statements);
  }

  /** Does what a turn does with the log. */
  private static void run(SessionKit kit, Activation held, Tx tx) {
    ActivationRow turn = new ActivationRows(kit.time).find(tx, kit.agent, held.id()).orElseThrow();
    EventLog log = new EventLog(kit.time, new Streams());
    log.claim(tx, turn);
    long request =
        Windows.request(tx, turn, kit.directory.turn(kit.agent).orElseThrow(), OptionalInt.empty());
    TurnContext.Window window = Windows.of(tx, turn, new Memory(true, 4000, 0), request);
    assertThat(window.seq()).isPositive();
    assertThat(window.due()).isTrue();
    assertThat(Summaries.request(tx, turn, window)).hasSize(2);
    Transcripts.size(tx, turn.session(), window);
    assertThat(Transcripts.of(tx, turn.session(), turn.id(), turn.fence(), window).messages())
        .hasSizeBetween(2000, 5000);
    log.append(
        tx,
        turn.session(),
        EventLog.Draft.own(Optional.of(turn), EventType.AGENT_MESSAGE, "{\"text\":\"x\"}"));
    log.processed(tx, turn);
    log.hasPending(tx, turn.session());
  }

  /** Adds turns of ten events to the only session. */
  private static void fill(SessionKit kit, int events) {
    kit.database.update(
        tx -> {
          tx.execute(
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT"
                  + " INTO activations(id, session, agent, turn, state, fence, created_at) SELECT"
                  + " 'a' || i, 1, ?, 't' || i, 'ACKED', 1, 0 FROM n",
              events / 10,
              kit.agent);
          tx.execute(
              "INSERT INTO activation_journal(session, activation, at, move, state, fence) SELECT"
                  + " session, id, 0, 'ACK', state, 1 FROM activations WHERE state = 'ACKED'");
          tx.execute(
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT"
                  + " INTO events(session, seq, id, type, turn, activation, fence, created_at,"
                  + " processed_at, body, total) SELECT 1, s.last_seq + i, 'e' || i, iif(i % 10 ="
                  + " 1, 'user.message', 'agent.message'), 't' || ((i + 9) / 10), 'a' || ((i + 9) /"
                  + " 10), 1, 0, 0, '{\"text\":\"0123456789\"}', s.bytes + 21 * i FROM n, sessions"
                  + " s",
              events);
          tx.execute(
              "UPDATE sessions SET last_seq = last_seq + ?, bytes = bytes + 21 * ?",
              events,
              events);
        });
  }

  private static Tx recorder(Tx tx, List<Said> statements) {
    return (Tx)
        Proxy.newProxyInstance(
            Rows.class.getClassLoader(),
            new Class<?>[] {Tx.class},
            (_, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof String sql) {
                Object[] values = (Object[]) arguments[arguments.length - 1];
                statements.add(new Said(sql, new ArrayList<>(Arrays.asList(values))));
              }
              try {
                return method.invoke(tx, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Runs the statements again and returns how many instructions they take, to about a hundred. */
  private static long steps(Path home, List<Said> statements) throws SQLException {
    long[] hundreds = {0};
    String url = "jdbc:sqlite:" + home.resolve("daemon.db");
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      // The first statement reads the whole schema, which is no part of the cost.
      run(connection, new Said("SELECT count(*) FROM session_keys", List.of()));
      ProgressHandler.setHandler(
          connection,
          100,
          new ProgressHandler() {
            @Override
            protected int progress() {
              hundreds[0]++;
              return 0;
            }
          });
      for (Said said : statements) {
        run(connection, said);
      }
      ProgressHandler.clearHandler(connection);
      connection.rollback();
    }
    return 100 * hundreds[0];
  }

  private static void run(Connection connection, Said said) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(said.sql())) {
      int at = 0;
      for (Object argument : said.arguments()) {
        statement.setObject(++at, plain(argument));
      }
      if (statement.execute()) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            assertThat(rows.getRow()).isPositive();
          }
        }
      }
    }
  }

  private static Object plain(Object argument) {
    return switch (argument) {
      case null -> null;
      case Optional<?> optional -> plain(optional.orElse(null));
      case Number number -> number;
      case Instant instant -> instant.toEpochMilli();
      case Enum<?> constant -> constant.name();
      default -> argument.toString();
    };
  }
}
