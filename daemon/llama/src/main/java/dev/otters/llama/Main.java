package dev.otters.llama;

import dev.otters.protocol.LineChannel;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** Runs one local model for the daemon that started this program. */
public final class Main {
  /** How long a cancelled completion may take to notice by itself. */
  private static final Duration POLITE = Duration.ofMillis(500);

  private Main() {}

  /**
   * Runs until the daemon closes the connection. It never returns: the native code keeps threads
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
      new Service(channel, () -> LlamaEngine.load(options), POLITE).serve();
      return 0;
    } catch (IOException e) {
      // The daemon is gone; there is nobody to tell.
      return 1;
    }
  }
}
