package dev.otters.sessions.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.models.price.Price;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class BudgetsTest {
  private static final UUID AGENT = new UUID(1, 2);
  private static final int SESSIONS = 4;
  private static final long TOKENS = 50_000;
  private static final long NANOS = 60_000_000;

  /** A dollar for a million tokens of input, and two for output. */
  private static final Price PRICE = new Price(1_000_000, 1_000_000, 1_000_000, 2_000_000);

  @TempDir Path folder;
  @AutoClose private Database database;
  private final ManualTime time = new ManualTime();
  private Budgets budgets;

  @BeforeEach
  void open() {
    database = Database.open(folder.resolve("daemon.db"));
    budgets = new Budgets(database, time);
    for (int session = 1; session <= SESSIONS; session++) {
      String id = "s" + session;
      int key = session;
      database.update(
          tx ->
              tx.execute(
                  "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(?,"
                      + " ?, ?, 'IDLE', 0, 0)",
                  key,
                  AGENT,
                  id));
    }
  }

  private static Request request(long session, long bytes, Map<String, String> configs) {
    return new Request(AGENT, session, configs, "acme/large", Optional.of(PRICE), bytes);
  }

  private Amount used() {
    return database.read(
        rows ->
            rows.first(
                    "SELECT tokens, cost FROM spending WHERE agent = ? AND day = ''",
                    row -> new Amount(row.number("tokens"), row.number("cost")),
                    AGENT)
                .orElse(Amount.NONE));
  }

  private void spend(long session, Amount amount) {
    database.update(tx -> Spending.add(tx, AGENT, session, time.now(), amount));
  }

  /** Spends until a budget ends it. */
  private int spendAll(Random random, Map<String, String> configs) throws InterruptedException {
    for (int calls = 0; ; calls++) {
      long session = 1L + random.nextInt(SESSIONS);
      Request request = request(session, random.nextInt(3000), configs);
      try (Budgets.Reservation _ = budgets.reserve(request, () -> true)) {
        Amount worst = request.worst();
        double part = random.nextBoolean() ? 1 : random.nextDouble();
        spend(session, new Amount((long) (worst.tokens() * part), (long) (worst.nanos() * part)));
      } catch (BudgetException _) {
        return calls;
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void requestsAtTheSameTimeNeverExceedABudgetTogether(long seed) throws Exception {
    Map<String, String> configs =
        Map.of(
            "max-tokens", "200",
            "budget-agent-tokens", Long.toString(TOKENS),
            "budget-day-cost", "0.06");
    List<Future<Integer>> turns = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int turn = 0; turn < 8; turn++) {
        Random random = new Random(seed * 100 + turn);
        turns.add(threads.submit(() -> spendAll(random, configs)));
      }
    }
    assertThat(turns.stream().mapToInt(Future::resultNow).sum()).isGreaterThan(10);
    assertThat(used().tokens()).isBetween(TOKENS / 2, TOKENS);
    assertThat(used().nanos()).isBetween(NANOS / 3, NANOS);
  }

  @Test
  void aRequestWaitsForReservationsThatLeaveNoRoom() throws Exception {
    Map<String, String> configs = Map.of("max-tokens", "10", "budget-agent-tokens", "400");
    Request request = request(1, 300, configs);
    Budgets.Reservation first = budgets.reserve(request, () -> true);
    CountDownLatch waits = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Budgets.Reservation> second =
          threads.submit(
              () ->
                  budgets.reserve(
                      request(2, 300, configs),
                      () -> {
                        waits.countDown();
                        return true;
                      }));
      waits.await();
      assertThat(second.isDone()).isFalse();
      first.close();
      second.get().close();
    }
  }

  @Test
  void aTurnThatIsOverStopsWaiting() throws Exception {
    Map<String, String> configs = Map.of("max-tokens", "10", "budget-agent-tokens", "400");
    AtomicBoolean wanted = new AtomicBoolean(false);
    try (Budgets.Reservation _ = budgets.reserve(request(1, 300, configs), () -> true)) {
      budgets.reserve(request(2, 300, configs), wanted::get).close();
    }
  }

  @Test
  void aReservationEndsOnceWhatItUsedIsLess() throws InterruptedException {
    Map<String, String> configs = Map.of("max-tokens", "10", "budget-session-tokens", "1000");
    for (int call = 0; call < 4; call++) {
      try (Budgets.Reservation _ = budgets.reserve(request(1, 1500, configs), () -> true)) {
        spend(1, new Amount(100, 0));
      }
    }
    assertThatExceptionOfType(BudgetException.class)
        .isThrownBy(() -> budgets.reserve(request(1, 1500, configs), () -> true))
        .satisfies(
            e -> assertThat(e.scope()).isEqualTo(Scope.SESSION),
            e -> assertThat(e.larger()).isEqualTo("2020"))
        .withMessage(
            "the token budget of the session is exhausted: it used 400 of 1,000 tokens, and the"
                + " next request may use 610");
  }

  @Test
  void aRequestMayUseExactlyWhatIsLeft() throws InterruptedException {
    long left = request(1, 300, Map.of("max-tokens", "10")).worst().tokens();
    Map<String, String> enough =
        Map.of("max-tokens", "10", "budget-agent-tokens", Long.toString(left));
    Map<String, String> less =
        Map.of("max-tokens", "10", "budget-agent-tokens", Long.toString(left - 1));

    budgets.reserve(request(1, 300, enough), () -> true).close();

    assertThatExceptionOfType(BudgetException.class)
        .isThrownBy(() -> budgets.reserve(request(1, 300, less), () -> true));
  }

  @Test
  void anImageMayOnlyLowerTheDefaultAndTheOperatorMayRaiseIt() {
    String key = "budget-session-tokens";

    assertThat(BudgetSettings.replacing(Map.of(key, "unlimited"), Map.of()))
        .isEqualTo(Map.of(key, "5000000"));
    assertThat(BudgetSettings.replacing(Map.of(key, "5000001"), Map.of("max-tokens", "9")))
        .isEqualTo(Map.of(key, "5000000", "max-tokens", "9"));
    assertThat(BudgetSettings.replacing(Map.of(key, "4000"), Map.of())).isEmpty();
    assertThat(BudgetSettings.replacing(Map.of(key, "many"), Map.of())).isEmpty();
    assertThat(BudgetSettings.replacing(Map.of(), Map.of())).isEmpty();
    assertThat(BudgetSettings.replacing(Map.of(key, "9000000"), Map.of(key, "unlimited")))
        .isEqualTo(Map.of(key, "unlimited"));
  }

  @Test
  void settingsAreChecked() {
    BudgetSettings wrong =
        new BudgetSettings(
            Map.of("budget-session-tokens", "many", "budget-day-cost", "-1", "budget-x", "?"));
    assertThat(wrong.complaints())
        .containsExactly(
            "CONFIG budget-session-tokens must be a number of tokens, or unlimited",
            "CONFIG budget-day-cost must be US dollars such as 2.50, or unlimited");
    assertThat(wrong.limit(Scope.SESSION).tokens()).isZero();
    assertThat(new BudgetSettings(Map.of("budget-day-cost", "2.5")).texts())
        .containsExactly(Map.entry("session-tokens", "5000000"), Map.entry("day-cost", "2.5"));
  }
}
