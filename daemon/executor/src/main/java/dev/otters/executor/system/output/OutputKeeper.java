package dev.otters.executor.system.output;

import dev.otters.executor.LogLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a sandbox's raw output into lines with times. */
public final class OutputKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OutputKeeper.class);
  private static final int BLOCKS_AT_ONCE = 16;
  private static final String DROPPED = "[some output was dropped here]";

  private final Path folder;
  private final Object lock;
  private final LineStore lines;
  private final RawOutput out;
  private final RawOutput err;
  private boolean broken;

  /**
   * The result of a step.
   *
   * @param any whether there was output
   * @param more whether there may be more
   */
  public record Progress(boolean any, boolean more) {}

  /**
   * Opens the output of a sandbox.
   *
   * @param folder where the lines are kept
   * @param raw the folder that the supervisor writes to
   * @param lock the monitor that guards the lines
   */
  public OutputKeeper(Path folder, Path raw, Object lock) throws IOException {
    this.folder = folder;
    this.lock = lock;
    this.lines = LineStore.open(folder);
    this.out = new RawOutput(raw, "out", lines.position(LogLine.Stream.STDOUT));
    this.err = new RawOutput(raw, "err", lines.position(LogLine.Stream.STDERR));
  }

  /** Keeps some output. */
  public Progress collect() {
    boolean any = false;
    boolean more = true;
    try {
      for (int i = 0; more && i < BLOCKS_AT_ONCE; i++) {
        boolean fromOut = out.read(new Keeper(LogLine.Stream.STDOUT));
        boolean fromErr = err.read(new Keeper(LogLine.Stream.STDERR));
        more = fromOut || fromErr;
        any |= more;
      }
      broken = false;
      return new Progress(any, more);
    } catch (IOException e) {
      out.rewind(lines.position(LogLine.Stream.STDOUT));
      err.rewind(lines.position(LogLine.Stream.STDERR));
      warnOnce(e);
      return new Progress(any, false);
    }
  }

  private void warnOnce(IOException e) {
    if (!broken) {
      LOG.atWarn()
          .addKeyValue("folder", folder)
          .setCause(e)
          .log("Cannot keep the output of a sandbox");
    }
    broken = true;
  }

  /** Keeps the last lines, which have no end. */
  public void end() {
    try {
      out.end(new Keeper(LogLine.Stream.STDOUT));
      err.end(new Keeper(LogLine.Stream.STDERR));
    } catch (IOException e) {
      warnOnce(e);
    }
  }

  /** Appends the lines of one stream. */
  private final class Keeper implements RawOutput.Lines {
    private final LogLine.Stream stream;

    Keeper(LogLine.Stream stream) {
      this.stream = stream;
    }

    @Override
    public void line(byte[] text, RawOutput.Position end) throws IOException {
      synchronized (lock) {
        lines.append(stream, text, end);
      }
    }

    @Override
    public void gap(RawOutput.Position next) throws IOException {
      line(DROPPED.getBytes(StandardCharsets.UTF_8), next);
    }
  }

  /** Returns where the lines end. The caller holds the monitor. */
  public LineStore.Place place() {
    return lines.end();
  }

  /** Returns the first line on standard error; empty when there is none. */
  public String firstError() {
    LineStore.Place end;
    synchronized (lock) {
      end = place();
    }
    try {
      return LineStore.read(folder, LineStore.Place.START, end).lines().stream()
          .filter(line -> line.stream() == LogLine.Stream.STDERR)
          .map(LogLine::text)
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      LOG.debug("Cannot read the first error", e);
      return "";
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
