package dev.otters.sessions.budget;

/**
 * A budget with its state.
 *
 * @param key the key of its reservations
 * @param agent the name of the agent that asks
 * @param session the id of the session that asks
 */
record Budget(Scope scope, String key, Amount used, Amount limit, String agent, String session) {
  /**
   * Throws if the budget does not allow a request.
   *
   * @param worst the most that the request can use
   */
  void require(Request request, Amount worst) {
    if (limit.nanos() != Amount.UNLIMITED && request.price().isEmpty()) {
      throw BudgetException.unpriced(this, request.model());
    }
    for (Unit unit : Unit.values()) {
      if (!allows(unit, used.plus(worst))) {
        throw BudgetException.exhausted(this, unit, worst);
      }
    }
  }

  /** Returns whether the budget allows this much besides what is used. */
  boolean hasRoom(Amount more) {
    Amount all = used.plus(more);
    return allows(Unit.TOKENS, all) && allows(Unit.COST, all);
  }

  private boolean allows(Unit unit, Amount all) {
    return all.of(unit) <= limit.of(unit);
  }
}
