package dev.otters.sessions.mirror;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.home.PrivateFiles;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A mirror on the disk. Nothing is synced: what a crash of the machine takes is written again.
 * Links are never followed, and replaced with the file.
 */
record MirrorFile(Path path) {
  /** The name of a file that is being written as a whole. */
  static final String PART = ".part";

  private static final int BLOCK = 8 << 10;

  /** In nanoseconds. */
  private static final int MILLISECOND = 1_000_000;

  private static final int LONGEST_HEADER = 1024;

  private static final String RELEASE = "\"otters_version\":\"[A-Za-z0-9.+-]{1,64}\"";

  /** A header, as {@code JsonLines} writes it. */
  private static final Pattern HEADER =
      Pattern.compile(
          "[{]\"type\":\"session\",\"version\":\\d+,\"id\":\"[^\"]+\",\"created_at\":\"[^\"]+\","
              + "\"cwd\":\"[^\"]+\","
              + RELEASE
              + "[}]");

  /** The beginning of a row, as {@code JsonLines} writes it. */
  private static final Pattern ROW =
      Pattern.compile(
          "[{]\"id\":\"([^\"]{1,%d})\",\"parent_id\":(?:null|\"[^\"]{1,%<d}\"),\"timestamp\":"
              .concat("\"[^\"]{1,40}\",\"seq\":(\\d{1,18}),.*")
              .formatted(Lines.LONGEST_ID),
          Pattern.DOTALL);

  private static final int LONGEST_BEGINNING = 1024;

  private static final Set<OpenOption> CHANGE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  private static final Set<OpenOption> CREATE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  /** The last row of a file: the number and the id of its event. */
  record Tail(long seq, String id) {}

  /** Returns whether there is a file with a line. */
  boolean exists() throws IOException {
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && attributes().size() > 0;
  }

  /** Returns whether the first line is the header of a mirror, of any session and release. */
  boolean isMirror() throws IOException {
    if (!exists()) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
      String start = new String(in.readNBytes(LONGEST_HEADER), UTF_8);
      return HEADER.matcher(start.lines().findFirst().orElse("")).matches();
    }
  }

  private BasicFileAttributes attributes() throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the last row, and cuts what follows its line.
   *
   * @return empty if the last line is not a row
   */
  Optional<Tail> tail() throws IOException {
    try (FileChannel channel = FileChannel.open(path, CHANGE)) {
      long end = lineBefore(channel, channel.size());
      channel.truncate(end);
      long start = lineBefore(channel, end - 1);
      ByteBuffer line = ByteBuffer.allocate((int) Math.min(LONGEST_BEGINNING, end - start));
      read(channel, line, start);
      Matcher row = ROW.matcher(US_ASCII.decode(line.flip()));
      return row.matches()
          ? Optional.of(new Tail(Long.parseLong(row.group(2)), row.group(1)))
          : Optional.empty();
    }
  }

  /** Returns the place after the last line end before a place; 0 if there is none. */
  private static long lineBefore(FileChannel channel, long place) throws IOException {
    for (long to = place; to > 0; to -= BLOCK) {
      long from = Math.max(0, to - BLOCK);
      ByteBuffer block = ByteBuffer.allocate((int) (to - from));
      read(channel, block, from);
      for (int at = block.position() - 1; at >= 0; at--) {
        if (block.get(at) == '\n') {
          return from + at + 1;
        }
      }
    }
    return 0;
  }

  private static void read(FileChannel channel, ByteBuffer into, long place) throws IOException {
    int count = 0;
    while (count >= 0 && into.hasRemaining()) {
      count = channel.read(into, place + into.position());
    }
  }

  /** Adds lines up to an event. */
  void append(Lines lines, long upTo) throws IOException {
    try (FileChannel channel = FileChannel.open(path, CHANGE)) {
      channel.position(channel.size());
      write(channel, lines, upTo);
    }
  }

  /** Writes all lines up to an event, which replace the file at once. */
  void replace(Lines lines, long upTo) throws IOException {
    Path part = path.resolveSibling(PART);
    Files.deleteIfExists(part);
    try (FileChannel channel = FileChannel.open(part, CREATE, PrivateFiles.fileMode())) {
      write(channel, lines.header());
      write(channel, lines, upTo);
      Files.move(part, path, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void write(FileChannel channel, Lines lines, long upTo) throws IOException {
    while (lines.seq() < upTo) {
      for (String line : lines.next(upTo)) {
        write(channel, line);
      }
    }
  }

  private static void write(FileChannel channel, String line) throws IOException {
    ByteBuffer rest = UTF_8.encode(line + "\n");
    while (rest.hasRemaining()) {
      int unused = channel.write(rest);
    }
  }

  /** Returns the number of the first line that differs from what it should be; 0 for none. */
  long difference(Lines lines, long upTo) throws IOException {
    try (InputStream in =
        new BufferedInputStream(Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS), 8 * BLOCK)) {
      long number = 1;
      if (!isHeader(in, lines.header())) {
        return number;
      }
      while (lines.seq() < upTo) {
        for (String line : lines.next(upTo)) {
          number++;
          byte[] wanted = (line + "\n").getBytes(UTF_8);
          if (!Arrays.equals(wanted, in.readNBytes(wanted.length))) {
            return number;
          }
        }
      }
      return in.read() < 0 ? 0 : number + 1;
    }
  }

  /** Reads the header, which may be of another release. */
  private static boolean isHeader(InputStream in, String wanted) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    while (next >= 0 && next != '\n' && line.size() < LONGEST_HEADER) {
      line.write(next);
      next = in.read();
    }
    String header = line.toString(UTF_8);
    return next == '\n' && header.replaceAll(RELEASE, "").equals(wanted.replaceAll(RELEASE, ""));
  }

  /**
   * Marks the file as complete: its time is that of the last event. The part of a millisecond says
   * how much the file then held, which tells whether it still does.
   */
  void stamp(Mirrored session) throws IOException {
    Files.getFileAttributeView(path, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
        .setTimes(FileTime.from(stampOf(session)), null, null);
  }

  /** Returns whether the file is complete as far as its stamp tells. */
  boolean isComplete(Mirrored session) throws IOException {
    return exists() && attributes().lastModifiedTime().toInstant().equals(stampOf(session));
  }

  private Instant stampOf(Mirrored session) throws IOException {
    return session.updatedAt().plusNanos((attributes().size() + session.lastSeq()) % MILLISECOND);
  }
}
