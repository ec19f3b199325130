package dev.otters.git;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.eclipse.jgit.lib.ProgressMonitor;

/** Writes the lines for the daemon. Of the progress it writes some lines a second. */
final class Report implements ProgressMonitor {
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(200);

  private final OutputStream out;
  private String phase = "";
  private long received;
  private long written = System.nanoTime() - PAUSE;

  Report(OutputStream out) {
    this.out = out;
  }

  synchronized void done(Clone.Cloned cloned) {
    line("done %s %d %d".formatted(cloned.commit(), cloned.files(), cloned.bytes()));
  }

  synchronized void failed(Refusal refusal) {
    line("failed " + refusal.kind() + " " + refusal.getMessage());
  }

  @Override
  public void start(int totalTasks) {}

  /** Begins a phase. The titles of a server's own phases are its texts, and are left out. */
  @Override
  public synchronized void beginTask(String title, int totalWork) {
    boolean foreign = title.startsWith("remote:");
    phase = foreign ? "" : title.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  /** Counts bytes that the server sent. */
  synchronized void received(int bytes) {
    received += bytes;
  }

  @Override
  public synchronized void update(int completed) {
    long now = System.nanoTime();
    if (!phase.isEmpty() && now - written >= PAUSE) {
      written = now;
      line("progress %s %d".formatted(phase, received));
    }
  }

  @Override
  public void endTask() {}

  /** Returns false: the daemon ends the process instead. */
  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public void showDuration(boolean enabled) {}

  private void line(String text) {
    try {
      out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the daemon does not listen", e);
    }
  }
}
