package dev.otters.home.store;

import java.util.Optional;

/** The one on whose behalf a thread writes. The transactions that it begins know it. */
public final class Author {
  private static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

  private Author() {}

  /**
   * Runs work for an author, in this thread.
   *
   * @param id the id of the token of a request, as the audit has it
   */
  public static <T, X extends Throwable> T call(
      String id, ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(CURRENT, id).call(work);
  }

  /** Returns the author of this thread; empty if it works for the daemon itself. */
  static Optional<String> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }
}
