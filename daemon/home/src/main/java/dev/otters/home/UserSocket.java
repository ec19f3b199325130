package dev.otters.home;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** A listening Unix socket that belongs to one user and serves no other. */
public final class UserSocket implements AutoCloseable {
  private final Path file;
  private final ServerSocketChannel server;
  private final UserPrincipal user;

  private UserSocket(Path file, ServerSocketChannel server, UserPrincipal user) {
    this.file = file;
    this.server = server;
    this.user = user;
  }

  /**
   * Listens. The socket has mode 0600 and its owner before it gets its name. A socket of that name
   * is replaced.
   *
   * @param file a file in an existing folder
   * @param backlog how many clients may wait to be accepted; the kernel turns away more
   * @throws IOException if the socket cannot be created
   */
  public static UserSocket listen(Path file, int uid, int gid, int backlog) throws IOException {
    // As long as the name itself, since the kernel limits the length of the path.
    String name = String.valueOf(file.getFileName());
    Path draft = file.resolveSibling(name.substring(0, name.length() - 1) + "+");
    Files.deleteIfExists(draft);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      ServerSocketChannel unused = server.bind(UnixDomainSocketAddress.of(draft), backlog);
      Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-------"));
      PrivateFiles.give(draft, uid, gid);
      UserPrincipal user = Files.getOwner(draft);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      return new UserSocket(file, server, user);
    } catch (IOException | RuntimeException e) {
      server.close();
      Files.deleteIfExists(draft);
      throw e;
    }
  }

  /** Returns whether the socket listens. */
  public boolean isOpen() {
    return server.isOpen();
  }

  /**
   * Waits for a client, of any user.
   *
   * @throws java.nio.channels.ClosedChannelException if the socket is closed
   */
  public SocketChannel accept() throws IOException {
    return server.accept();
  }

  /** Returns the user of a client. */
  public static UserPrincipal peer(SocketChannel client) throws IOException {
    return client.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
  }

  /** Returns whether a user may use this socket. */
  public boolean serves(UserPrincipal peer) {
    return peer.equals(user);
  }

  /** Stops listening. The file stays. */
  @Override
  public void close() throws IOException {
    server.close();
  }

  /** Removes the file, if it is there. */
  public void remove() throws IOException {
    Files.deleteIfExists(file);
  }
}
