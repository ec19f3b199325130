package dev.otters.api.system;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The length limit of a unix socket's path: the kernel allows at most 107 bytes. */
public final class SocketPath {
  private static final int LONGEST = 100;

  private SocketPath() {}

  /** Returns whether a socket can have this path; if not, the daemon chooses another. */
  public static boolean fits(Path socket) {
    return socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
  }
}
