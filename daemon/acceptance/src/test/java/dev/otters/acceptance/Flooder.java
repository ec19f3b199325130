package dev.otters.acceptance;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that a tool runs inside the sandbox: it connects to the agent's socket and hangs up,
 * over and over, as fast as the daemon lets it.
 */
public final class Flooder {
  private static final int ATTEMPTS = 20_000;
  private static final int THREADS = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private Flooder() {}

  /** Floods the socket and prints how many attempts were made. */
  public static void main(String[] args) throws InterruptedException {
    AtomicInteger attempts = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(Thread.ofPlatform().daemon().start(() -> flood(attempts)));
    }
    for (Thread thread : threads) {
      thread.join(PATIENCE);
    }
    System.out.println(attempts + " attempts");
  }

  private static void flood(AtomicInteger attempts) {
    UnixDomainSocketAddress socket = UnixDomainSocketAddress.of(Path.of("/run/otters/d.sock"));
    while (attempts.incrementAndGet() < ATTEMPTS) {
      try (SocketChannel channel = SocketChannel.open(socket)) {
        channel.finishConnect();
      } catch (IOException _) {
        // A refused connection is what the daemon should do.
      }
    }
  }
}
