package dev.otters.bench.run;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Listens in place of the daemon, and measures the time until the first byte of a runtime's
 * greeting arrives.
 */
public final class FirstByte implements AutoCloseable {
  private final ServerSocketChannel listener;

  private FirstByte(ServerSocketChannel listener) {
    this.listener = listener;
  }

  /** Listens in a folder, as the daemon does for an agent with this user. */
  public static FirstByte listen(Path folder, int user) throws IOException {
    Path socket = folder.resolve("d.sock");
    Path token = Files.writeString(folder.resolve("token"), "bench");
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    listener.bind(UnixDomainSocketAddress.of(socket));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (Path file : List.of(socket, token)) {
      Files.setAttribute(file, "unix:uid", user);
      Files.setAttribute(file, "unix:gid", user);
    }
    return new FirstByte(listener);
  }

  /** Starts a program. Returns the milliseconds until its runtime sends the first byte. */
  public double after(Programs programs, List<String> command) throws IOException {
    long begin = System.nanoTime();
    Process process = programs.start(command);
    Thread watch = Thread.ofVirtual().start(() -> closeWhenEnded(process));
    try (SocketChannel connection = listener.accept()) {
      if (connection.read(ByteBuffer.allocate(1)) < 0) {
        throw new IOException("the runtime said nothing: " + String.join(" ", command));
      }
      return Clock.millisSince(begin);
    } finally {
      watch.interrupt();
    }
  }

  /** Ends the wait if the program exits without sending anything. */
  private void closeWhenEnded(Process process) {
    try {
      process.waitFor();
      listener.close();
    } catch (InterruptedException heard) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
