package dev.otters.home.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.Set;
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

  static Reserve open(Path database) {
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
    try (FileChannel channel = channel()) {
      long size = channel.size();
      complete = false;
      channel.truncate(Math.max(0, size - STEP));
      return size > 0;
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("file", file).setCause(e).log("The reserve cannot be freed");
      return false;
    }
  }

  synchronized void fill() {
    try (FileChannel channel = channel()) {
      long size = channel.size();
      channel.position(size);
      while (size < SIZE) {
        size += channel.write(block((int) Math.min(BLOCK, SIZE - size)));
      }
      complete = true;
    } catch (IOException e) {
      LOG.debug("the reserve is not complete", e);
    }
  }

  /** Returns bytes that no file system can compress. */
  private ByteBuffer block(int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private FileChannel channel() throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
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
