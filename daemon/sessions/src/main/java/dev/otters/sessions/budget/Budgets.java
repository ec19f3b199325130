package dev.otters.sessions.budget;

import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Admits requests to models. Each reserves the most that it can use until its usage is stored, so
 * that requests at the same time cannot exceed a budget together. Thread-safe.
 */
public final class Budgets {
  private static final long RECHECK_MILLIS = 500;

  private final Database database;
  private final Time time;
  private final Map<String, Amount> reserved = new HashMap<>();
  private volatile Amount home = Amount.ANY;

  /** Creates budgets without a limit for the whole home. */
  public Budgets(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /** Sets the limits of all agents for a day. */
  public void limitHome(Amount perDay) {
    home = perDay;
  }

  /** The part of the budgets that a running request may use. */
  @FunctionalInterface
  public interface Reservation extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Reserves the most that a request can use. While other requests hold what is left, waits for
   * them.
   *
   * @param wanted returns whether the turn still runs; if not, nothing is reserved
   * @throws BudgetException if a budget does not allow the request
   * @throws InterruptedException if the waiting thread is interrupted
   */
  public synchronized Reservation reserve(Request request, BooleanSupplier wanted)
      throws InterruptedException {
    Amount worst = request.worst();
    while (true) {
      List<Budget> budgets = budgets(request);
      budgets.forEach(budget -> budget.require(request, worst));
      if (budgets.stream().allMatch(budget -> budget.hasRoom(held(budget).plus(worst)))) {
        budgets.forEach(budget -> reserved.merge(budget.key(), worst, Amount::plus));
        return () -> release(budgets, worst);
      }
      wait(RECHECK_MILLIS);
      if (!wanted.getAsBoolean()) {
        return () -> {};
      }
    }
  }

  private List<Budget> budgets(Request request) {
    BudgetSettings settings = new BudgetSettings(request.configs());
    return database.read(
        rows ->
            Spending.budgets(rows, request.agent(), request.session(), settings, home, time.now()));
  }

  private Amount held(Budget budget) {
    return reserved.getOrDefault(budget.key(), Amount.NONE);
  }

  private synchronized void release(List<Budget> budgets, Amount worst) {
    for (Budget budget : budgets) {
      Amount left = held(budget).minus(worst);
      if (left.equals(Amount.NONE)) {
        reserved.remove(budget.key());
      } else {
        reserved.put(budget.key(), left);
      }
    }
    notifyAll();
  }
}
