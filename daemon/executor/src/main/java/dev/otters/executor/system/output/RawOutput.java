package dev.otters.executor.system.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalInt;

/**
 * Reads one stream of a sandbox's output from the files that its supervisor writes, and splits it
 * into lines. Removes each file when it has read all of it.
 */
public final class RawOutput {
  private static final int BLOCK = 64 * 1024;
  private static final int LONGEST = 64 * 1024;

  /**
   * A position in a stream.
   *
   * @param piece the number of the file
   */
  record Position(int piece, long offset) {
    static final Position START = new Position(0, 0);
  }

  /** Receives the lines of a stream. */
  interface Lines {
    /** Receives one line. */
    void line(byte[] text, Position end) throws IOException;

    /** Learns that output before {@code next} is missing. */
    void gap(Position next) throws IOException;
  }

  private final Path folder;
  private final String name;
  private final ByteArrayOutputStream part = new ByteArrayOutputStream();
  private Position at;

  /**
   * Creates a reader.
   *
   * @param name the name of the stream, which begins the names of its files
   * @param start the position of the first line that was not kept
   */
  RawOutput(Path folder, String name, Position start) {
    this.folder = folder;
    this.name = name;
    this.at = start;
  }

  /** Reads at most one block, and returns whether there was any. */
  boolean read(Lines lines) throws IOException {
    while (true) {
      // A file with a successor no longer grows, so look for the successor first.
      boolean succeeded = Files.exists(piece(at.piece() + 1));
      byte[] block = readBlock();
      if (block.length > 0) {
        cut(block, lines);
        return true;
      }
      if (succeeded) {
        Files.deleteIfExists(piece(at.piece()));
        at = new Position(at.piece() + 1, 0);
      } else if (!skipGap(lines)) {
        return false;
      }
    }
  }

  /** Passes on the rest of the last line, which has no end. */
  void end(Lines lines) throws IOException {
    if (part.size() > 0) {
      flush(lines, at);
    }
  }

  /** Goes back to the last whole line. */
  void rewind(Position start) {
    part.reset();
    at = start;
  }

  private Path piece(int number) {
    return folder.resolve(name + "." + number);
  }

  private byte[] readBlock() throws IOException {
    try (FileChannel file = FileChannel.open(piece(at.piece()), StandardOpenOption.READ)) {
      ByteBuffer buffer = ByteBuffer.allocate(BLOCK);
      int read = file.read(buffer, at.offset());
      byte[] block = new byte[Math.max(read, 0)];
      buffer.flip().get(block);
      return block;
    } catch (NoSuchFileException _) {
      return new byte[0];
    }
  }

  private void cut(byte[] block, Lines lines) throws IOException {
    long start = at.offset();
    for (int i = 0; i < block.length; i++) {
      if (block[i] != '\n') {
        part.write(block[i]);
      }
      if (block[i] == '\n' || part.size() == LONGEST) {
        flush(lines, new Position(at.piece(), start + i + 1));
      }
    }
    at = new Position(at.piece(), start + block.length);
  }

  private void flush(Lines lines, Position end) throws IOException {
    lines.line(part.toByteArray(), end);
    part.reset();
  }

  /** Continues with the oldest file that is left when earlier ones were dropped. */
  private boolean skipGap(Lines lines) throws IOException {
    if (Files.exists(piece(at.piece()))) {
      return false;
    }
    OptionalInt oldest = oldestAfter(at.piece());
    if (oldest.isEmpty()) {
      return false;
    }
    part.reset();
    at = new Position(oldest.getAsInt(), 0);
    lines.gap(at);
    return true;
  }

  private OptionalInt oldestAfter(int number) throws IOException {
    OptionalInt oldest = OptionalInt.empty();
    try (DirectoryStream<Path> pieces = Files.newDirectoryStream(folder, name + ".*")) {
      for (Path piece : pieces) {
        String text = String.valueOf(piece.getFileName());
        int found = Integer.parseInt(text.substring(name.length() + 1));
        if (found > number && (oldest.isEmpty() || found < oldest.getAsInt())) {
          oldest = OptionalInt.of(found);
        }
      }
    }
    return oldest;
  }
}
