package dev.otters.resources.mcp;

import dev.otters.resources.provider.ResourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** Servers that are plain processes of this machine. */
final class ProcessPrograms implements McpPrograms {
  /** All that were started. */
  final List<Process> started = new CopyOnWriteArrayList<>();

  /** The program and its first arguments; empty if none starts. */
  volatile List<String> command;

  ProcessPrograms(List<String> command) {
    this.command = command;
  }

  long alive() {
    return started.stream().filter(Process::isAlive).count();
  }

  @Override
  public Program start(UUID agent, String bin, List<String> args, Output output) {
    if (command.isEmpty()) {
      throw ResourceException.refused("the agent has no BIN " + bin);
    }
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      started.add(process);
      Thread.ofVirtual().start(() -> pass(process, output));
      return new Running(process);
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

  private record Running(Process process) implements Program {
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
