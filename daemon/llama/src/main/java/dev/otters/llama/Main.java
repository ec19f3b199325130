package dev.otters.llama;

import dev.otters.protocol.LineChannel;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Runs one local model for the daemon that started this program. */
public final class Main {
  /** Time for a cancelled completion to stop by itself. */
  private static final Duration POLITE = Duration.ofMillis(500);

  private Main() {}

  /**
   * Runs until the daemon closes the connection, then exits the JVM: the native code has threads
   * that nothing else ends.
   *
   * @param arguments SOCKET WEIGHTS CONTEXT-SIZE THREADS SLOTS
   */
  public static void main(String[] arguments) {
    Runtime.getRuntime().halt(run(Options.parse(arguments)));
  }

  private static int run(Options options) {
    try (SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.connect(UnixDomainSocketAddress.of(options.socket()));
      LineChannel channel = new LineChannel(socket);
      new ModelServer(channel, () -> LlamaCppModel.load(options), POLITE).serve();
      return 0;
    } catch (IOException e) {
      // The daemon is gone, so there is no one to report to.
      return 1;
    }
  }
}
