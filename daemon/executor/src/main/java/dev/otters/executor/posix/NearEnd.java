package dev.otters.executor.posix;

import java.io.InputStream;
import java.nio.file.Path;

/** The end of a pipe or terminal at which this process reads what programs write. */
public sealed interface NearEnd extends AutoCloseable permits Pipe, Pty {
  /** Returns the file of the far end, which programs use. */
  Path far();

  /**
   * Waits up to a second for output. Blocks the thread of the operating system.
   *
   * @return whether there is output, or the far end is closed
   */
  boolean awaitOutput() throws PosixException;

  /** Returns the output; it ends when the far end is closed. */
  InputStream output();

  @Override
  void close();
}
