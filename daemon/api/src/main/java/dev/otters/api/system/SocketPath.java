package dev.otters.api.system;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Knows which paths a unix socket can have: the kernel takes at most 107 bytes. */
public final class SocketPath {
  private static final int LONGEST = 100;

  private SocketPath() {}

  /** Returns whether a socket can have this path; otherwise it lies elsewhere. */
  public static boolean fits(Path socket) {
    return socket.toString().getBytes(StandardCharsets.UTF_8).length <= LONGEST;
  }
}
