package dev.otters.executor;

/** Stands for an interest in events until it is closed. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
  /** Ends the interest; closing twice is fine. */
  @Override
  void close();
}
