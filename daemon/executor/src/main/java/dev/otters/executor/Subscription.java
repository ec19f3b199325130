package dev.otters.executor;

/** An interest in events until it is closed. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
  /** Ends the interest. May be called twice. */
  @Override
  void close();
}
