package dev.otters.agents.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A daemon in a process of its own, with a socket for its own user and one for a user that nobody
 * is. It says its first agent's token, and after each line that it reads how much memory is in use.
 */
final class FloodedDaemon {
  /** The user that may use the second socket, where the daemon is allowed to give it away. */
  static final int STRANGER = 64_000;

  private FloodedDaemon() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    try (WireKit kit = new WireKit(folder)) {
      if (kit.id("unix:uid") == 0) {
        Path other = Files.createDirectory(folder.resolve("other"));
        kit.wire.open(UUID.randomUUID(), other, STRANGER, STRANGER);
      }
      System.out.println("token " + kit.token());
      while (System.in.read() >= 0) {
        System.gc();
        Runtime memory = Runtime.getRuntime();
        System.out.println("used " + (memory.totalMemory() - memory.freeMemory()));
      }
    }
  }
}
