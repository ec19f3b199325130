package dev.otters.executor.system;

import dev.otters.executor.ExecSink;
import dev.otters.executor.Execution;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.RefusedProgram;
import dev.otters.executor.TerminalSize;
import dev.otters.executor.system.process.ProcessExecution;
import dev.otters.executor.system.process.StateFolder;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The program of a sandbox in bubblewrap that is attached to its caller.
 *
 * @param folder the state of the sandbox
 * @param hold keeps the sandbox until it is closed
 */
record SandboxRun(
    ProcessExecution process, RefusedProgram program, StateFolder folder, Closeable hold)
    implements Execution {
  private static final int FAILED_IN_BUBBLEWRAP = 1;

  /** Keeps what is said before the program begins, and passes on what the program says. */
  static final class Output implements ExecSink {
    private static final int MOST_SAID = 16 * 1024;

    private final RefusedProgram program;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private boolean begun;

    Output(RefusedProgram program) {
      this.program = program;
    }

    @Override
    public void output(Stream stream, byte[] bytes, int offset, int length) throws IOException {
      if (keep(bytes, offset, length)) {
        return;
      }
      program.output(stream, bytes, offset, length);
    }

    private synchronized boolean keep(byte[] bytes, int offset, int length) {
      if (!begun) {
        said.write(bytes, offset, Math.min(length, MOST_SAID - said.size()));
      }
      return !begun;
    }

    synchronized void begin() {
      begun = true;
    }

    /** Returns what was said before the program began. */
    synchronized String said() {
      return said.toString(StandardCharsets.UTF_8).strip();
    }
  }

  @Override
  public OutputStream input() {
    return process.input();
  }

  /** Does nothing, since the program has no terminal. */
  @Override
  public void resize(TerminalSize size) {
    process.resize(size);
  }

  @Override
  public int await() throws InterruptedException {
    int code = process.await();
    try (hold) {
      return program.end(code, code == FAILED_IN_BUBBLEWRAP && !folder.sawProgram());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try (hold) {
      process.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
