package dev.otters.executor;

import java.io.IOException;

/** Receives the output of a program, from one thread at a time. The program waits meanwhile. */
@FunctionalInterface
public interface ExecSink {
  /**
   * Receives output. A terminal's output is all {@link LogLine.Stream#STDOUT}.
   *
   * @param bytes belongs to the caller
   * @throws IOException when the output is no longer wanted; the program is killed then
   */
  void output(LogLine.Stream stream, byte[] bytes, int offset, int length) throws IOException;
}
