package dev.otters.resources.mcp;

import dev.otters.resources.provider.ResourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;

/** Servers that are plain processes of this machine. */
final class ProcessPrograms implements McpPrograms {
  /** All that were started. */
  final List<Process> started = new CopyOnWriteArrayList<>();

  /** The same, for whoever waits for the next one. */
  final BlockingQueue<Process> fresh = new LinkedBlockingQueue<>();

  /** What was asked for. */
  final List<Order> orders = new CopyOnWriteArrayList<>();

  /** Whether the vaults of all servers have the values that these were given. */
  volatile boolean current = true;

  /** Holds up each start. */
  volatile CountDownLatch room = new CountDownLatch(0);

  /** Whether a start was interrupted. */
  volatile boolean interrupted;

  /** The program and its first arguments; empty if none starts. */
  volatile List<String> command;

  ProcessPrograms(List<String> command) {
    this.command = command;
  }

  long alive() {
    return started.stream().filter(Process::isAlive).count();
  }

  @Override
  public Program start(Order order, Output output) throws InterruptedException {
    orders.add(order);
    try {
      room.await();
    } catch (InterruptedException e) {
      interrupted = true;
      throw e;
    }
    if (command.isEmpty()) {
      throw ResourceException.refused("the agent has no BIN " + order.bin());
    }
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      started.add(process);
      fresh.add(process);
      Thread.ofVirtual().start(() -> pass(process, output));
      return new Running(process, () -> current);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pass(Process process, Output output) {
    byte[] buffer = new byte[8192];
    try (InputStream out = process.getInputStream()) {
      for (int read = out.read(buffer); read >= 0; read = out.read(buffer)) {
        output.write(buffer, 0, read);
      }
    } catch (IOException e) {
      process.destroyForcibly();
    }
    output.ended("ended with exit code " + process.onExit().join().exitValue());
  }

  @Override
  public void stop(UUID agent) {
    started.forEach(Process::destroyForcibly);
  }

  @Override
  public void close() {
    started.forEach(Process::destroyForcibly);
  }

  private record Running(Process process, BooleanSupplier current) implements Program {
    @Override
    public boolean isCurrent() {
      return current.getAsBoolean();
    }

    @Override
    public OutputStream input() {
      return process.getOutputStream();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
