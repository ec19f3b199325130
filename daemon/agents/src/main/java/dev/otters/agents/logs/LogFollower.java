package dev.otters.agents.logs;

import dev.otters.api.agent.LogLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from its files and follows it. A paused follower uses no memory, since it keeps its
 * place in a file. A follower that falls behind the log's files misses lines and says so.
 */
public final class LogFollower implements AutoCloseable {
  private static final String GAP =
      "some lines are missing here: the log grew faster than it could be read";

  // Guarded by the log's monitor, as the files are.
  private final AgentLog log;
  private final Optional<Instant> since;
  private final Deque<LineReader> parts = new ArrayDeque<>();
  private int lastOpened;
  private long skipped;
  private boolean gap;
  private boolean ended;
  private final Deque<LogLine> ahead = new ArrayDeque<>();

  LogFollower(AgentLog log, Optional<Instant> since) {
    this.log = log;
    this.since = since;
    this.lastOpened = log.generation() - 2;
  }

  /** Omits the oldest lines. */
  void skip(long count) {
    skipped = count;
  }

  void end() {
    synchronized (log) {
      ended = true;
      log.notifyAll();
    }
  }

  /** Returns whether the log has ended and all of its lines were returned. */
  public boolean exhausted() {
    synchronized (log) {
      return ended && !fill();
    }
  }

  /**
   * Waits for the next line.
   *
   * @param most the time to wait
   * @return the line; empty if none came in time or the log has ended
   * @throws InterruptedException when the thread is interrupted
   */
  public Optional<LogLine> next(Duration most) throws InterruptedException {
    synchronized (log) {
      long end = System.nanoTime() + most.toNanos();
      LogLine line = take();
      while (line == null && !ended) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          break;
        }
        TimeUnit.NANOSECONDS.timedWait(log, left);
        line = take();
      }
      return Optional.ofNullable(line);
    }
  }

  /** Returns the next line that is available now. */
  Optional<LogLine> now() {
    synchronized (log) {
      return Optional.ofNullable(take());
    }
  }

  private @Nullable LogLine take() {
    return fill() ? ahead.remove() : null;
  }

  private boolean fill() {
    LogLine line = ahead.isEmpty() ? read() : null;
    if (line != null) {
      if (gap) {
        gap = false;
        ahead.add(new LogLine(line.time(), AgentLogs.OWN_STREAM, GAP));
      }
      ahead.add(line);
    }
    return !ahead.isEmpty();
  }

  private @Nullable LogLine read() {
    try {
      for (String text = text(); text != null; text = text()) {
        Optional<LogLine> line = LogFormat.read(text).filter(this::isWanted);
        if (line.isPresent() && skipped-- <= 0) {
          return line.get();
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the log " + log, e);
    }
  }

  private boolean isWanted(LogLine line) {
    return since.isEmpty() || !line.time().isBefore(since.get());
  }

  private @Nullable String text() throws IOException {
    while (true) {
      LineReader part = parts.peek();
      if (part == null) {
        if (!openMore()) {
          return null;
        }
        continue;
      }
      String text = part.next();
      boolean grows = parts.size() == 1 && lastOpened == log.generation();
      if (text != null || grows) {
        return text;
      }
      parts.remove().close();
    }
  }

  /** Opens the files that are newer than the current one. */
  private boolean openMore() throws IOException {
    int oldest = log.generation() - 1;
    gap |= lastOpened < oldest - 1;
    for (int next = Math.max(lastOpened + 1, oldest); next <= log.generation(); next++) {
      Optional<LineReader> part = log.open(next);
      part.ifPresent(parts::add);
      if (part.isPresent() || next == oldest) {
        lastOpened = next;
      }
    }
    return !parts.isEmpty();
  }

  /** Stops reading. */
  @Override
  public void close() {
    synchronized (log) {
      end();
      log.leave(this);
      for (LineReader part : parts) {
        try {
          part.close();
        } catch (IOException e) {
          throw new UncheckedIOException("cannot close the log " + log, e);
        }
      }
      parts.clear();
    }
  }
}
