package dev.otters.models.provider.local;

import dev.otters.executor.root.TreeRemover;
import dev.otters.home.PrivateFiles;
import dev.otters.protocol.LineChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts child processes. Each has a private folder, with the socket for its one connection and its
 * unpacked native code. The socket is removed after the connection, the folder after the model is
 * loaded.
 */
final class ProcessLauncher implements Child.Launcher {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessLauncher.class);
  private static final Duration END = Duration.ofSeconds(5);

  private final ChildProgram program;
  private final Path folders;
  private final ChildTimeouts patience;

  /**
   * Creates a launcher.
   *
   * @param folders the parent of the folders; remains of an earlier daemon are removed
   */
  ProcessLauncher(ChildProgram program, Path folders, ChildTimeouts patience) {
    this.program = program;
    this.folders = folders;
    this.patience = patience;
  }

  /** Removes the remains of an earlier daemon. */
  void sweep() throws IOException {
    TreeRemover.remove(folders);
  }

  @Override
  public Child start(LoadSettings what) throws InterruptedException {
    String model = what.model().name();
    Path folder = folders.resolve(UUID.randomUUID().toString().substring(0, 8));
    try {
      PrivateFiles.createFolder(folder);
      return start(what, folder);
    } catch (IOException e) {
      throw Failures.notStarted(model, String.valueOf(e.getMessage()));
    } finally {
      remove(folder);
    }
  }

  private Child start(LoadSettings what, Path folder) throws IOException, InterruptedException {
    Path socket = folder.resolve("s");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      ProcessBuilder builder = new ProcessBuilder(program.command(folder, socket, what));
      builder.environment().clear();
      builder.redirectErrorStream(true).directory(folder.toFile());
      Process process = builder.start();
      ChildProcess body = new ChildProcess(what.model().name(), process);
      SocketChild child = null;
      try {
        LineChannel channel = new LineChannel(accept(server, process, what));
        child = new SocketChild(what.model().name(), channel, body, patience);
        child.awaitReady();
        return child;
      } catch (IOException | InterruptedException | RuntimeException e) {
        if (child != null) {
          child.close();
        }
        body.kill();
        throw e;
      }
    }
  }

  /** Waits for the connection or the end of the process. */
  private SocketChannel accept(ServerSocketChannel server, Process process, LoadSettings what)
      throws IOException, InterruptedException {
    String model = what.model().name();
    var unused =
        process
            .onExit()
            .completeOnTimeout(process, patience.start().toMillis(), TimeUnit.MILLISECONDS)
            .thenRun(() -> closeQuietly(server));
    try {
      return server.accept();
    } catch (ClosedChannelException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw process.isAlive()
          ? Failures.stalled(model, patience.start(), "during its start")
          : Failures.died(model, ChildProcess.end(process.exitValue()), "during its start");
    }
  }

  private static void closeQuietly(ServerSocketChannel server) {
    try {
      server.close();
    } catch (IOException e) {
      LOG.atDebug().setCause(e).log("The socket of a local model could not be closed");
    }
  }

  private static void remove(Path folder) {
    try {
      TreeRemover.remove(folder);
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("folder", folder).setCause(e).log("A folder could not be removed");
    }
  }

  /** A running child process. */
  private static final class ChildProcess implements SocketChild.Body {
    private static final int SIGNALLED = 128;

    private final Process process;

    ChildProcess(String model, Process process) {
      this.process = process;
      Thread.ofVirtual().name("output of " + model).start(() -> log(model));
    }

    private void log(String model) {
      try (BufferedReader output = process.inputReader()) {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
          LOG.atDebug().addKeyValue("model", model).log(line);
        }
      } catch (IOException e) {
        LOG.atDebug()
            .addKeyValue("model", model)
            .setCause(e)
            .log("The output of a local model broke");
      }
    }

    @Override
    public void kill() {
      process.destroyForcibly();
    }

    @Override
    public String epitaph() {
      try {
        return process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)
            ? end(process.exitValue())
            : "its connection";
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "its connection";
      }
    }

    static String end(int code) {
      return code > SIGNALLED ? "by signal " + (code - SIGNALLED) : "with exit code " + code;
    }
  }
}
