package dev.otters.executor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes output on, and words the error of a sandbox's first process that cannot run its program. A
 * program can imitate that error, which changes nothing but the text.
 */
public final class RefusedProgram implements ExecSink {
  private static final Logger LOG = LoggerFactory.getLogger(RefusedProgram.class);

  private static final int LONGEST = 1 << 12;

  private final String program;
  private final byte[] prefix;
  private final ExecSink sink;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean holding = true;

  /**
   * Wraps a sink.
   *
   * @param prefix the beginning of the error
   */
  public RefusedProgram(String program, String prefix, ExecSink sink) {
    this.program = program;
    this.prefix = prefix.getBytes(StandardCharsets.US_ASCII);
    this.sink = sink;
  }

  @Override
  public synchronized void output(LogLine.Stream stream, byte[] bytes, int offset, int length)
      throws IOException {
    if (holding && stream == LogLine.Stream.STDERR && held.size() + length <= LONGEST) {
      held.write(bytes, offset, length);
      if (mayBeRefusal()) {
        return;
      }
      passHeld();
      return;
    }
    passHeld();
    sink.output(stream, bytes, offset, length);
  }

  /** The error comes in several pieces. */
  private boolean mayBeRefusal() {
    byte[] said = held.toByteArray();
    int known = Math.min(said.length, prefix.length);
    return Arrays.equals(said, 0, known, prefix, 0, known);
  }

  private void passHeld() throws IOException {
    holding = false;
    byte[] passed = held.toByteArray();
    held.reset();
    if (passed.length > 0) {
      sink.output(LogLine.Stream.STDERR, passed, 0, passed.length);
    }
  }

  /**
   * Passes the rest on when the program has ended.
   *
   * @param refused whether the program may not have begun
   * @return the exit code: that of the program, or {@link Execution#NOT_FOUND} or {@link
   *     Execution#NOT_EXECUTABLE}
   */
  public synchronized int end(int code, boolean refused) {
    String text = held.toString(StandardCharsets.UTF_8);
    int result = code;
    if (refused && text.length() > prefix.length) {
      boolean missing = text.contains("No such file");
      String why = text.contains("ermission denied") ? "permission denied" : "not a program";
      String shown = missing ? "not found in the sandbox" : why;
      held.reset();
      held.writeBytes(
          ("cannot run " + program + ": " + shown + "\n").getBytes(StandardCharsets.UTF_8));
      result = missing ? Execution.NOT_FOUND : Execution.NOT_EXECUTABLE;
    }
    try {
      passHeld();
    } catch (IOException e) {
      LOG.debug("A program's output is no longer wanted", e);
    }
    return result;
  }
}
