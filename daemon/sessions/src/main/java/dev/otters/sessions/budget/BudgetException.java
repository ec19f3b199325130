package dev.otters.sessions.budget;

/** The failure of a request that a budget does not allow. */
public final class BudgetException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final long NANOS = 1_000_000_000L;

  private final transient Budget budget;
  private final Unit unit;
  private final boolean priced;
  private final long needed;

  private BudgetException(Budget budget, Unit unit, boolean priced, long needed, String message) {
    super(message);
    this.budget = budget;
    this.unit = unit;
    this.priced = priced;
    this.needed = needed;
  }

  static BudgetException exhausted(Budget budget, Unit unit, Amount worst) {
    String name = unit == Unit.TOKENS ? "token" : "money";
    return new BudgetException(
        budget,
        unit,
        true,
        budget.used().plus(worst).of(unit),
        "the %s budget of %s is exhausted: it used %s of %s, and the next request may use %s"
            .formatted(
                name,
                budget.scope().whose(),
                unit.text(budget.used().of(unit)),
                unit.text(budget.limit().of(unit)) + (unit == Unit.TOKENS ? " tokens" : ""),
                unit.text(worst.of(unit))));
  }

  static BudgetException unpriced(Budget budget, String model) {
    return new BudgetException(
        budget,
        Unit.COST,
        false,
        0,
        "the model %s has no price, which the money budget of %s needs"
            .formatted(model, budget.scope().whose()));
  }

  /** Returns the scope of the budget. */
  public Scope scope() {
    return budget.scope();
  }

  /** Returns the unit of the budget. */
  public Unit unit() {
    return unit;
  }

  /** Returns whether the model has a price. */
  public boolean priced() {
    return priced;
  }

  /** Returns a limit that allows the request, in the notation of the settings. */
  public String larger() {
    long twice = 2 * Math.min(needed, Amount.UNLIMITED / 2);
    return unit == Unit.TOKENS ? Long.toString(twice) : Long.toString(twice / NANOS + 1);
  }

  /** Returns the name of the agent. */
  public String agent() {
    return budget.agent();
  }

  /** Returns the id of the session. */
  public String session() {
    return budget.session();
  }
}
