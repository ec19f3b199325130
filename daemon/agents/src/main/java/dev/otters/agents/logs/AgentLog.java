package dev.otters.agents.logs;

import dev.otters.api.agent.LogLine;
import dev.otters.home.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of an agent in two files of limited size: when the newer is full, it replaces the older.
 * Safe for use by any thread.
 */
public final class AgentLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentLog.class);

  private static final int ALL = -1;

  private final Path file;
  private final LogRedactor redactor;
  private final long bound;
  private final Set<LogFollower> followers = new HashSet<>();
  private int generation;
  private @Nullable FileChannel channel;
  private int lost;
  private String why = "";

  AgentLog(Path file, LogRedactor redactor, long bound) {
    this.file = file;
    this.redactor = redactor;
    this.bound = bound;
  }

  /**
   * Appends a line without the secrets in it, and passes it to followers. Lines that do not fit on
   * the disk are lost; the log notes their number once it can be written again.
   */
  public synchronized void append(LogLine line) {
    List<LogLine> lines = new ArrayList<>();
    if (lost > 0) {
      String text = "lines lost here: " + lost + " (" + why + ")";
      lines.add(new LogLine(line.time(), AgentLogs.OWN_STREAM, text));
    }
    lines.add(redactor.redact(line));
    try {
      write(lines.stream().map(LogFormat::write).collect(Collectors.joining()));
      lost = 0;
    } catch (IOException e) {
      if (lost++ == 0) {
        LOG.atError().addKeyValue("log", file).setCause(e).log("Lines of a log are lost");
      }
      why = String.valueOf(e.getMessage());
      return;
    }
    notifyAll();
  }

  /** Writes also for an interrupted thread, whose interrupt closes the file. */
  private void write(String text) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      writeWhole(text);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Writes all of the bytes or none. */
  private void writeWhole(String text) throws IOException {
    FileChannel out = writable();
    long whole = out.size();
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    try {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    } catch (IOException e) {
      out.truncate(whole);
      throw e;
    }
  }

  /**
   * Returns the last lines.
   *
   * @param most the number of lines; negative for all
   * @param since omits older lines; empty for none
   * @return the lines in the order of writing
   */
  public List<LogLine> tail(int most, Optional<Instant> since) {
    List<LogLine> lines = new ArrayList<>();
    forEach(most, since, lines::add);
    return lines;
  }

  /** Returns the time of the newest line of the program; empty if it never wrote one. */
  public Optional<Instant> newest() {
    AtomicReference<Instant> newest = new AtomicReference<>();
    forEach(
        ALL,
        Optional.empty(),
        line -> {
          if (!line.stream().equals(AgentLogs.OWN_STREAM)) {
            newest.set(line.time());
          }
        });
    return Optional.ofNullable(newest.get());
  }

  private synchronized void forEach(int most, Optional<Instant> since, Consumer<LogLine> action) {
    try (LogFollower lines = read(most, since)) {
      for (Optional<LogLine> line = lines.now(); line.isPresent(); line = lines.now()) {
        action.accept(line.get());
      }
    }
  }

  /**
   * Reads the current log.
   *
   * @param most the number of old lines; negative for all
   * @param since omits older lines; empty for none
   * @return the lines, to be closed by the caller
   */
  public LogFollower read(int most, Optional<Instant> since) {
    LogFollower lines = follow(most, since);
    lines.end();
    return lines;
  }

  /**
   * Follows the log: returns the lines of {@link #read}, then every line that is appended, once.
   *
   * @param most the number of old lines; negative for all
   * @param since omits older lines; empty for none
   * @return the follower, to be closed by the caller
   */
  public synchronized LogFollower follow(int most, Optional<Instant> since) {
    LogFollower follower = new LogFollower(this, since);
    if (most >= 0) {
      follower.skip(Math.max(0, count(since) - most));
    }
    followers.add(follower);
    return follower;
  }

  private long count(Optional<Instant> since) {
    try (LogFollower lines = new LogFollower(this, since)) {
      long count = 0;
      while (lines.now().isPresent()) {
        count++;
      }
      return count;
    }
  }

  synchronized int generation() {
    return generation;
  }

  synchronized Optional<LineReader> open(int number) throws IOException {
    Path part = number == generation ? file : older();
    return Files.exists(part) ? Optional.of(new LineReader(part)) : Optional.empty();
  }

  synchronized void leave(LogFollower follower) {
    followers.remove(follower);
  }

  /** Notifies followers that no more lines come for now. */
  public synchronized void end() {
    followers.forEach(LogFollower::end);
  }

  /** Ends all followers and closes the file; a later append opens it again. */
  @Override
  public synchronized void close() {
    end();
    try {
      if (channel != null) {
        channel.close();
        channel = null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the log " + file, e);
    }
  }

  synchronized void delete() {
    close();
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(older());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete the log " + file, e);
    }
  }

  private FileChannel writable() throws IOException {
    if (channel != null && channel.size() >= bound) {
      channel.close();
      channel = null;
      Files.move(
          file, older(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      generation++;
    }
    if (channel == null) {
      channel =
          FileChannel.open(
              file,
              Set.of(
                  StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
              PrivateFiles.fileMode());
    }
    return channel;
  }

  private Path older() {
    return file.resolveSibling(file.getFileName() + ".1");
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
