package dev.otters.worker.egress;

import dev.otters.protocol.SandboxProxy;
import dev.otters.worker.log.Log;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A program with a proxy beside it, in a sandbox for just this program. */
public final class ProxiedProgram {
  private static final int NOT_STARTED = 127;

  private ProxiedProgram() {}

  /**
   * Runs the program with this process's input, output and variables, and the variables of the
   * proxy.
   *
   * @param port the port of the proxy; 0 for any
   * @param socket the daemon's socket for the proxy
   * @return its exit code, or 127 if it cannot be started
   */
  public static int run(List<String> command, int port, Path socket, Log log)
      throws InterruptedException {
    try (ProxyRelay _ = ProxyRelay.start(port, socket, log)) {
      ProcessBuilder program = new ProcessBuilder(command).inheritIO();
      SandboxProxy.VARIABLES.forEach(program.environment()::putIfAbsent);
      return program.start().waitFor();
    } catch (IOException e) {
      log.line("cannot run " + command.getFirst() + ": " + e.getMessage());
      return NOT_STARTED;
    }
  }
}
