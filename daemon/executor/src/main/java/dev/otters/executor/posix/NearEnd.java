package dev.otters.executor.posix;

import java.io.InputStream;
import java.nio.file.Path;

/** The end of a pipe or terminal at which this process reads what programs write. */
public abstract sealed class NearEnd implements AutoCloseable permits Pipe, Pty {
  /** The descriptor of this end. */
  final Fd near;

  NearEnd(Fd near) {
    this.near = near;
  }

  /** Returns the file of the far end, which programs use. */
  public abstract Path far();

  /**
   * Waits up to a second for output. Blocks the thread of the operating system.
   *
   * @return whether there is output, or the far end is closed
   */
  public final boolean awaitOutput() throws PosixException {
    return near.awaitData();
  }

  /** Returns the output; it ends when the far end is closed. */
  public final InputStream output() {
    return near.input();
  }

  @Override
  public abstract void close();
}
