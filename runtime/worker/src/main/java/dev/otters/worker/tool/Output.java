package dev.otters.worker.tool;

import dev.otters.protocol.HeadTail;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects a tool's output in bounded memory. */
final class Output {
  /** The limit of the output that the model sees, for both streams together. */
  static final int SHOWN_BYTES = 64 * 1024;

  /** The limit of the output that is kept in a file. */
  static final long KEPT_BYTES = 64L * 1024 * 1024;

  private static final int STDERR_SHARE = SHOWN_BYTES / 4;

  private final HeadTail stdout = new HeadTail(SHOWN_BYTES);
  private final HeadTail stderr = new HeadTail(SHOWN_BYTES);
  private final Spill spill;
  private final List<Thread> pumps = new ArrayList<>();

  Output(Path file) {
    this.spill = new Spill(file, SHOWN_BYTES, KEPT_BYTES);
  }

  /** Starts reading both streams. */
  void read(Process process) {
    pumps.add(pump(process.getInputStream(), stdout));
    pumps.add(pump(process.getErrorStream(), stderr));
  }

  /** Waits for the ends of both streams, which come when no process can write any more. */
  Printed finish(Duration patience) throws InterruptedException {
    for (Thread pump : pumps) {
      pump.join(patience);
    }
    spill.close();
    synchronized (stdout) {
      synchronized (stderr) {
        return printed();
      }
    }
  }

  private Printed printed() {
    boolean cut = stdout.total() + stderr.total() > SHOWN_BYTES;
    long forStdout = Math.min(stdout.total(), SHOWN_BYTES - Math.min(stderr.total(), STDERR_SHARE));
    long forStderr = SHOWN_BYTES - forStdout;
    String note =
        "[… %d bytes left out" + spill.remark().map(remark -> "; " + remark).orElse("") + " …]";
    return new Printed(
        stdout.shown(forStdout, note),
        stderr.shown(forStderr, note),
        cut,
        cut ? spill.file() : Optional.empty());
  }

  private Thread pump(InputStream in, HeadTail shown) {
    // A platform thread: reading a pipe would block a carrier of virtual threads.
    return Thread.ofPlatform().daemon().name("tool-output").start(() -> copy(in, shown));
  }

  private void copy(InputStream in, HeadTail shown) {
    byte[] chunk = new byte[32 * 1024];
    try (in) {
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        synchronized (shown) {
          shown.add(chunk, count);
        }
        spill.add(chunk, count);
      }
    } catch (IOException ended) {
      // The pipe was closed while reading; keep what was read.
      return;
    }
  }

  /**
   * The visible part of an output.
   *
   * @param cut whether something was omitted
   * @param file the file that keeps a cut output
   */
  record Printed(String stdout, String stderr, boolean cut, Optional<Path> file) {}
}
