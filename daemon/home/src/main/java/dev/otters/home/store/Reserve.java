package dev.otters.home.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that reserves disk space for the writes that must not fail. When the disk is full, such a
 * write gets a part of the space, and the file takes back what the write leaves. Writes that only
 * add data are rejected until the file is complete again.
 */
final class Reserve {
  private static final Logger LOG = LoggerFactory.getLogger(Reserve.class);
  static final long SIZE = 4L << 20;

  /** More than a transaction of the daemon needs, with the shared memory of a fresh connection. */
  private static final long STEP = 512L << 10;

  private static final int BLOCK = 64 << 10;

  private final Path file;
  private final Random random = new Random();
  private volatile boolean complete;

  private Reserve(Path file) {
    this.file = file;
  }

  static Reserve of(Path database) {
    Reserve reserve = new Reserve(database.resolveSibling(database.getFileName() + "-reserve"));
    if (reserve.room() < STEP && !reserve.release()) {
      LOG.atWarn()
          .addKeyValue("file", reserve.file)
          .log("The disk is full and nothing is reserved");
    }
    return reserve;
  }

  /** Returns whether the reserve is complete, after an attempt to complete it. */
  boolean complete() {
    if (!complete && room() >= 2 * SIZE - size()) {
      fill();
    }
    return complete;
  }

  /** Frees a part of the reserve. Returns false if it is used up. */
  synchronized boolean release() {
    try (RandomAccessFile opened = open()) {
      long size = opened.length();
      complete = false;
      opened.setLength(Math.max(0, size - STEP));
      return size > 0;
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("file", file).setCause(e).log("The reserve cannot be freed");
      return false;
    }
  }

  synchronized void fill() {
    try (RandomAccessFile opened = open()) {
      long size = opened.length();
      opened.seek(size);
      for (int next = next(size); next > 0; next = next(size)) {
        opened.write(block(next));
        size += next;
      }
      complete = true;
    } catch (IOException e) {
      LOG.debug("the reserve is not complete", e);
    }
  }

  /** Returns how much is written next after so many bytes; 0 or less if nothing is missing. */
  private static int next(long size) {
    return (int) Math.min(BLOCK, SIZE - size);
  }

  /** Returns bytes that no file system can compress. */
  private byte[] block(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Opens the file for a thread that may be interrupted, to which a channel would look full. */
  private RandomAccessFile open() throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    return new RandomAccessFile(file.toFile(), "rw");
  }

  private long size() {
    return file.toFile().length();
  }

  private long room() {
    try {
      return Files.getFileStore(file.toAbsolutePath().getParent()).getUsableSpace();
    } catch (IOException e) {
      LOG.debug("the room of the disk is not known", e);
      return Long.MAX_VALUE;
    }
  }
}
