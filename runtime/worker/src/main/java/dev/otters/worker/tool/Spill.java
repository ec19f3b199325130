package dev.otters.worker.tool;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the output of a call in a file once it is too long to show: both streams in order of
 * arrival, up to a limit. Thread-safe.
 */
final class Spill implements Closeable {
  private final Path wanted;
  private final long mostBytes;
  private final byte[] early;
  private long total;
  private long written;
  private @Nullable Path file;
  private @Nullable OutputStream out;
  private @Nullable IOException failure;

  /**
   * Creates a spill without a file.
   *
   * @param wanted the file to create; if it exists, another name next to it
   * @param shownBytes the bytes that need no file
   * @param mostBytes the limit of the file
   */
  Spill(Path wanted, int shownBytes, long mostBytes) {
    this.wanted = wanted;
    this.mostBytes = mostBytes;
    this.early = new byte[shownBytes];
  }

  synchronized void add(byte[] bytes, int length) {
    if (total + length <= early.length) {
      System.arraycopy(bytes, 0, early, (int) total, length);
    } else {
      if (total <= early.length) {
        open((int) total);
      }
      write(bytes, length);
    }
    total += length;
  }

  /** Returns the file, or empty if everything can be shown or the file could not be written. */
  synchronized Optional<Path> file() {
    return failure == null ? Optional.ofNullable(file) : Optional.empty();
  }

  /** Returns a remark for the model if the file is missing or incomplete. */
  synchronized Optional<String> remark() {
    if (failure != null) {
      return Optional.of("the whole output could not be saved: " + failure.getMessage());
    }
    if (total > written && file != null) {
      return Optional.of("the file holds the first " + written + " of " + total + " bytes");
    }
    return Optional.empty();
  }

  /** Closes the file, with a mark if it is incomplete. */
  @Override
  public synchronized void close() {
    if (out == null) {
      return;
    }
    try (OutputStream closing = out) {
      if (total > written) {
        String mark = "\n[otters: " + (total - written) + " more bytes were dropped]\n";
        closing.write(mark.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException broken) {
      fail(broken);
    }
    out = null;
  }

  private void open(int buffered) {
    try {
      Files.createDirectories(wanted.getParent());
      Path free = wanted;
      for (int count = 2; Files.exists(free, LinkOption.NOFOLLOW_LINKS); count++) {
        free = wanted.resolveSibling(count + "-" + wanted.getFileName());
      }
      out = Files.newOutputStream(free, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      file = free;
    } catch (IOException unwritable) {
      fail(unwritable);
      return;
    }
    write(early, buffered);
  }

  private void write(byte[] bytes, int length) {
    int count = (int) Math.min(length, mostBytes - written);
    if (out == null || failure != null || count <= 0) {
      return;
    }
    try {
      out.write(bytes, 0, count);
      written += count;
    } catch (IOException full) {
      fail(full);
    }
  }

  private void fail(IOException problem) {
    if (failure == null) {
      failure = problem;
    }
  }
}
