package dev.otters.executor;

import java.io.OutputStream;

/** A program that runs in a sandbox beside the sandbox's own. */
public interface Execution extends AutoCloseable {
  /** The exit code of a program that did not end in its time. */
  int TIMED_OUT = 124;

  /** The exit code of a program that could not be started. */
  int FAILED = 125;

  /** The exit code of a file that is not a program. */
  int NOT_EXECUTABLE = 126;

  /** The exit code of a program that does not exist. */
  int NOT_FOUND = 127;

  /**
   * Returns the program's input. Writing waits until the program has room for it. Closing the
   * stream ends the input of a program without a terminal; with one, it does nothing.
   */
  OutputStream input();

  /** Changes the size of the terminal, if there is one. */
  void resize(TerminalSize size);

  /**
   * Waits until the program has ended and its output was received.
   *
   * @return the exit code as a shell shows it: 128 plus the number of a signal. {@link #NOT_FOUND},
   *     {@link #NOT_EXECUTABLE} or {@link #FAILED}, with an error in the output, if the program did
   *     not start.
   */
  int await() throws InterruptedException;

  /** Kills the program and its process group if the program still runs. May be called twice. */
  @Override
  void close();
}
