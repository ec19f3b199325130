package dev.otters.executor.system.output;

import dev.otters.executor.LogLine;
import dev.otters.executor.system.output.RawOutput.Position;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the lines of a sandbox, with the times at which they were read, in files of limited size.
 * Removes the oldest file when it begins a new one.
 *
 * <p>Each entry records the position in its stream. After a restart the daemon continues exactly
 * there, and the times of lines never change.
 */
public final class LineStore implements AutoCloseable {
  private static final long LARGEST = 10 * 1024 * 1024;
  private static final int BATCH = 256 * 1024;
  private static final int FILES = 3;

  /** A place between two lines. */
  public record Place(int file, long offset) {
    static final Place START = new Place(0, 0);
  }

  /**
   * Some lines.
   *
   * @param next where to read on
   */
  record Batch(List<LogLine> lines, Place next) {}

  private final Path folder;
  private final Map<LogLine.Stream, Position> positions = new EnumMap<>(LogLine.Stream.class);
  private FileChannel channel;
  private Place end;
  private long last;

  private LineStore(Path folder, int file) throws IOException {
    this.folder = folder;
    for (LogLine.Stream stream : LogLine.Stream.values()) {
      positions.put(stream, Position.START);
    }
    this.channel = open(file);
    this.end = new Place(file, recover());
  }

  /**
   * Opens the lines of a sandbox, including those of an earlier daemon.
   *
   * @throws IOException when they cannot be read or written
   */
  static LineStore open(Path folder) throws IOException {
    int newest = 0;
    while (Files.exists(file(folder, newest + 1)) || olderOnly(folder, newest)) {
      newest++;
    }
    return new LineStore(folder, newest);
  }

  /** Returns whether the file with this number was removed already. */
  private static boolean olderOnly(Path folder, int number) throws IOException {
    if (Files.exists(file(folder, number))) {
      return false;
    }
    try (var files = Files.newDirectoryStream(folder, "lines.*")) {
      for (Path file : files) {
        if (Integer.parseInt(String.valueOf(file.getFileName()).substring(6)) > number) {
          return true;
        }
      }
      return false;
    }
  }

  private static Path file(Path folder, int number) {
    return folder.resolve("lines." + number);
  }

  private FileChannel open(int file) throws IOException {
    return FileChannel.open(
        file(folder, file),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.CREATE);
  }

  /**
   * Finds the end of the last whole entry and the positions in the streams. Reads block by block,
   * since the file may be large.
   */
  private long recover() throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(BATCH);
    long length = 0;
    LineEntry.Found found;
    do {
      found = LineEntry.parse(bytes(channel, length, buffer.clear()));
      for (LineEntry entry : found.entries()) {
        positions.put(entry.stream(), entry.end());
        last = Math.max(last, entry.nanos());
      }
      length += found.length();
    } while (found.length() > 0);
    channel.truncate(length);
    return length;
  }

  /** Returns the position in a stream after the last line. */
  Position position(LogLine.Stream stream) {
    return positions.getOrDefault(stream, Position.START);
  }

  /**
   * Appends a line.
   *
   * @param position the position in the stream after the line
   * @throws IOException when the disk is full; nothing of the line stays then
   */
  void append(LogLine.Stream stream, byte[] text, Position position) throws IOException {
    Instant now = Instant.now();
    long nanos = Math.max(last + 1, now.getEpochSecond() * 1_000_000_000L + now.getNano());
    if (end.offset() > LARGEST) {
      rotate();
    }
    String latin = new String(text, StandardCharsets.ISO_8859_1);
    write(new LineEntry(nanos, stream, position, latin, true));
    last = nanos;
    positions.put(stream, position);
  }

  private void write(LineEntry entry) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(entry.bytes());
    long at = end.offset();
    try {
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      channel.truncate(end.offset());
      throw e;
    }
    end = new Place(end.file(), at);
  }

  /** Begins a new file with the positions in the streams, and removes the oldest file. */
  private void rotate() throws IOException {
    FileChannel full = channel;
    int file = end.file() + 1;
    channel = open(file);
    full.close();
    end = new Place(file, 0);
    for (LogLine.Stream stream : LogLine.Stream.values()) {
      write(new LineEntry(last, stream, position(stream), "", false));
    }
    Files.deleteIfExists(file(folder, file - FILES));
  }

  Place end() {
    return end;
  }

  /**
   * Reads some lines.
   *
   * @param from an earlier {@link Batch#next}
   * @param until an earlier {@link #end}
   */
  static Batch read(Path folder, Place from, Place until) throws IOException {
    Place at = from;
    while (true) {
      boolean lastFile = at.file() >= until.file();
      Optional<byte[]> bytes = read(folder, at, lastFile ? until.offset() : Long.MAX_VALUE);
      if (bytes.isPresent() && bytes.get().length > 0) {
        LineEntry.Found found = LineEntry.parse(bytes.get());
        if (found.length() > 0) {
          List<LogLine> lines =
              found.entries().stream().filter(LineEntry::line).map(LineEntry::toLine).toList();
          return new Batch(lines, new Place(at.file(), at.offset() + found.length()));
        }
      }
      if (lastFile) {
        return new Batch(List.of(), at);
      }
      at = new Place(at.file() + 1, 0);
    }
  }

  private static Optional<byte[]> read(Path folder, Place at, long limit) throws IOException {
    try (FileChannel file = FileChannel.open(file(folder, at.file()), StandardOpenOption.READ)) {
      long rest = Math.min(limit, file.size()) - at.offset();
      ByteBuffer buffer = ByteBuffer.allocate(Math.clamp(rest, 0, BATCH));
      return Optional.of(bytes(file, at.offset(), buffer));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /** Reads from a file until the buffer is full or the file ends, and returns the bytes. */
  private static byte[] bytes(FileChannel file, long from, ByteBuffer buffer) throws IOException {
    int read = 0;
    while (read >= 0 && buffer.hasRemaining()) {
      read = file.read(buffer, from + buffer.position());
    }
    byte[] bytes = new byte[buffer.position()];
    buffer.flip().get(bytes);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
