package dev.otters.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The machine's own resolver. It blocks the thread of its caller, and slow names must not stop the
 * daemon, so it has a few threads of its own, which end when they are idle.
 */
final class SystemResolver implements Resolver, AutoCloseable {
  private static final int THREADS = 4;
  private static final int MOST_WAITING = 256;
  private static final int PATIENCE_SECONDS = 10;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          PATIENCE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(MOST_WAITING),
          Thread.ofPlatform().daemon().name("egress-resolver-", 0).factory());

  SystemResolver() {
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public InetAddress[] addresses(String name) throws UnknownHostException {
    try {
      FutureTask<InetAddress[]> found = new FutureTask<>(() -> InetAddress.getAllByName(name));
      threads.execute(found);
      return await(name, found);
    } catch (RejectedExecutionException full) {
      throw problem("too many names are being looked up", full);
    }
  }

  private InetAddress[] await(String name, FutureTask<InetAddress[]> found)
      throws UnknownHostException {
    try {
      return found.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException unknown) {
      throw problem(name + " has no address", unknown);
    } catch (TimeoutException late) {
      found.cancel(false);
      threads.remove(found);
      throw problem(name + " was not found within " + PATIENCE_SECONDS + " s", late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw problem("the look-up of " + name + " was interrupted", interrupted);
    }
  }

  private static UnknownHostException problem(String why, Throwable cause) {
    UnknownHostException problem = new UnknownHostException(why);
    problem.initCause(cause);
    return problem;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
