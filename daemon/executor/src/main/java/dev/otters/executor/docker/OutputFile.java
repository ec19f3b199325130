package dev.otters.executor.docker;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.LogDelivery;
import dev.otters.executor.LogLine;
import dev.otters.executor.Pause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The file with the output of a Podman container. A record is {@code <time> <stream> <P or F>
 * <text>}, where P marks a line that continues in the next record of its stream. Podman replaces a
 * full file by a new one.
 *
 * <p>Podman's own stream of this output cuts times to seconds, and loses lines that it reads while
 * they are written.
 *
 * @param ended returns whether the container has ended, after which nothing is written
 */
record OutputFile(Path file, BooleanSupplier ended) {
  private static final Duration LOOK = Duration.ofMillis(40);
  private static final int CHUNK = 1 << 15;

  /** Delivers the lines after a time until the container ends, and returns a reason to stop. */
  Optional<ExecutorException> deliver(Instant since, LogDelivery delivery) {
    LogLines lines = new LogLines(since, delivery::line);
    try {
      follow(new Records(lines));
    } catch (NoSuchFileException _) {
      // The file is removed with its container.
    } catch (ExecutorException e) {
      return Optional.of(e);
    } catch (IOException e) {
      return Optional.of(ExecutorException.outputLost(e));
    }
    lines.end();
    return Optional.empty();
  }

  private void follow(Records records) throws IOException {
    while (Files.notExists(file)) {
      if (ended.getAsBoolean()) {
        return;
      }
      Pause.sleep(LOOK);
    }
    boolean complete = false;
    while (!complete) {
      Object opened = key();
      try (InputStream in = Files.newInputStream(file)) {
        complete = key().equals(opened) && readAll(in, opened, records);
      }
    }
  }

  /** Reads until the container ends, and returns false when the file was replaced before. */
  private boolean readAll(InputStream in, Object opened, Records records) throws IOException {
    byte[] buffer = new byte[CHUNK];
    while (true) {
      boolean over = ended.getAsBoolean();
      boolean replaced = !key().equals(opened);
      for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
        records.read(buffer, n);
      }
      if (replaced || over) {
        return !replaced;
      }
      Pause.sleep(LOOK);
    }
  }

  private Object key() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** Splits bytes into records, and passes them on as an engine's stream would. */
  static final class Records {
    /** The longest record that is kept whole; Podman writes at most 8 KiB of text in one. */
    private static final int LONGEST = 1 << 16;

    private final LogLines lines;
    private final ByteArrayOutputStream record = new ByteArrayOutputStream();

    /** The times of the first records of lines that continue. */
    private final Map<LogLine.Stream, String> open = new EnumMap<>(LogLine.Stream.class);

    Records(LogLines lines) {
      this.lines = lines;
    }

    void read(byte[] bytes, int length) {
      int start = 0;
      for (int i = 0; i < length; i++) {
        if (bytes[i] == '\n') {
          record.write(bytes, start, i - start);
          pass(record.toByteArray());
          record.reset();
          start = i + 1;
        }
      }
      record.write(
          bytes, start, Math.min(length - start, LONGEST - Math.min(LONGEST, record.size())));
    }

    private void pass(byte[] bytes) {
      String[] fields = new String(bytes, StandardCharsets.ISO_8859_1).split(" ", 4);
      if (fields.length < 4) {
        return;
      }
      LogLine.Stream stream =
          fields[1].equals("stderr") ? LogLine.Stream.STDERR : LogLine.Stream.STDOUT;
      String time = open.getOrDefault(stream, fields[0]);
      boolean whole = fields[2].equals("F");
      if (whole) {
        open.remove(stream);
      } else {
        open.put(stream, time);
      }
      String piece = time + " " + fields[3] + (whole ? "\n" : "");
      lines.piece(stream, piece.getBytes(StandardCharsets.ISO_8859_1));
    }
  }
}
