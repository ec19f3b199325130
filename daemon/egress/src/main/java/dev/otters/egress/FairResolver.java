package dev.otters.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The share of one agent in a resolver. */
final class FairResolver implements Resolver {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Resolver all;
  private final Semaphore share;

  /**
   * Creates a share.
   *
   * @param most how many names may be looked up at a time
   */
  FairResolver(Resolver all, int most) {
    this.all = all;
    this.share = new Semaphore(most, true);
  }

  @Override
  public InetAddress[] addresses(String name) throws UnknownHostException {
    try {
      if (!share.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new UnknownHostException("too many other names are being looked up");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new UnknownHostException("the look-up of " + name + " was interrupted");
    }
    try {
      return all.addresses(name);
    } finally {
      share.release();
    }
  }
}
