package dev.otters.agents.logs;

import dev.otters.api.agent.LogLine;
import dev.otters.home.PrivateFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one agent's log in a file that is turned over once when it is full, so that at most twice
 * the bound is kept. Safe for use by any thread.
 */
public final class AgentLog implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(AgentLog.class);

  private final Path file;
  private final long bound;
  private final List<LogFollower> followers = new CopyOnWriteArrayList<>();
  private @Nullable FileChannel channel;
  private int lost;
  private String why = "";

  AgentLog(Path file, long bound) {
    this.file = file;
    this.bound = bound;
  }

  /**
   * Appends a line and shows it to whoever follows. A line that the disk has no room for is lost;
   * the log says how many were when it can be written again.
   */
  public synchronized void append(LogLine line) {
    List<LogLine> lines = new ArrayList<>();
    if (lost > 0) {
      String text = "lines lost here: " + lost + " (" + why + ")";
      lines.add(new LogLine(line.time(), AgentLogs.OWN_STREAM, text));
    }
    lines.add(line);
    try {
      write(lines.stream().map(LogFormat::write).collect(Collectors.joining()));
      lost = 0;
    } catch (IOException e) {
      if (lost++ == 0) {
        LOGGER.atError().addKeyValue("log", file).setCause(e).log("Lines of a log are lost");
      }
      why = String.valueOf(e.getMessage());
      return;
    }
    lines.forEach(written -> followers.forEach(follower -> follower.offer(written)));
  }

  /** Writes all or nothing. */
  private void write(String text) throws IOException {
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
   * @param most how many; a negative number means all
   * @param since older lines are left out; empty means none is
   * @return the lines in the order in which they were written
   */
  public synchronized List<LogLine> tail(int most, Optional<Instant> since) {
    Deque<LogLine> kept = new ArrayDeque<>();
    for (Path part : List.of(older(), file)) {
      read(part, most, since, kept);
    }
    return new ArrayList<>(kept);
  }

  /** Returns the time of the newest line of the program itself, empty when it never wrote one. */
  public Optional<Instant> newest() {
    return tail(-1, Optional.empty()).reversed().stream()
        .filter(line -> !line.stream().equals(AgentLogs.OWN_STREAM))
        .map(LogLine::time)
        .findFirst();
  }

  /**
   * Follows the log: what {@link #tail} returns, then every line that is appended, each once.
   *
   * @param most how many old lines; a negative number means all
   * @param since older lines are left out; empty means none is
   * @return the follower, to be closed by the caller
   */
  public synchronized LogFollower follow(int most, Optional<Instant> since) {
    LogFollower follower = new LogFollower(followers::remove);
    tail(most, since).forEach(follower::offer);
    followers.add(follower);
    return follower;
  }

  /** Tells whoever follows that nothing more will come for now. */
  public void end() {
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

  /** Closes and deletes the files. */
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

  private static void read(Path part, int most, Optional<Instant> since, Deque<LogLine> kept) {
    if (!Files.exists(part)) {
      return;
    }
    try (FileChannel in = FileChannel.open(part);
        BufferedReader lines = new BufferedReader(Channels.newReader(in, StandardCharsets.UTF_8))) {
      lines
          .lines()
          .map(LogFormat::read)
          .flatMap(Optional::stream)
          .filter(line -> since.isEmpty() || !line.time().isBefore(since.get()))
          .forEach(
              line -> {
                kept.addLast(line);
                if (most >= 0 && kept.size() > most) {
                  kept.removeFirst();
                }
              });
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the log " + part, e);
    }
  }
}
