package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.security.MessageDigest;

/**
 * Takes the bytes of one blob from elsewhere, and counts and hashes them on the way.
 *
 * <ul>
 *   <li>It begins with what an earlier, broken fetch left.
 *   <li>{@link #finish} makes the blob part of its {@link Ingest}; closing before that keeps what
 *       was taken for the next fetch, unless it is wrong.
 *   <li>For one thread; as long as it is open, nobody else fetches this blob into this store.
 * </ul>
 */
public final class FetchedBlob implements AutoCloseable {
  private static final int STEP = 256 << 10;

  private final Ingest ingest;
  private final Partials.Held held;
  private final Descriptor expected;
  private MessageDigest hash = Digest.sha256();
  private long position;

  FetchedBlob(Ingest ingest, Partials.Held held, Descriptor expected) throws IOException {
    this.ingest = ingest;
    this.held = held;
    this.expected = expected;
    FileChannel channel = held.channel();
    if (channel.size() > expected.size()) {
      restart();
    } else {
      resume(channel);
    }
  }

  /** Returns how many bytes are there. */
  public long position() {
    return position;
  }

  /** Forgets all bytes taken. */
  public void restart() throws IOException {
    held.channel().truncate(0);
    held.channel().position(0);
    hash = Digest.sha256();
    position = 0;
  }

  /**
   * Takes bytes.
   *
   * @throws OciException DIGEST_MISMATCH when there are more than the descriptor says; then all are
   *     forgotten
   */
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (position + length > expected.size()) {
      throw refused("has more than the " + expected.size() + " bytes");
    }
    ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
    try {
      while (rest.hasRemaining()) {
        held.channel().write(rest);
      }
    } catch (IOException e) {
      throw full(e);
    }
    hash.update(bytes, offset, length);
    position += length;
  }

  /**
   * Ends the blob and makes it durable.
   *
   * @throws OciException DIGEST_MISMATCH when it is not what was expected; then all is forgotten
   */
  public void finish() throws IOException {
    if (position != expected.size()) {
      throw refused("has " + position + " bytes, not the " + expected.size());
    }
    Digest digest = Digest.ofHash(hash.digest());
    if (!digest.equals(expected.digest())) {
      throw refused("is really " + digest + ", not what");
    }
    try {
      held.channel().force(false);
    } catch (IOException e) {
      throw full(e);
    }
    ingest.adopt(held.path(), expected.digest());
  }

  /** Lets others have it. */
  @Override
  public void close() throws IOException {
    if (position == 0) {
      Files.deleteIfExists(held.path());
    }
    held.close();
  }

  /** Throws a full disk as what it is, with nothing kept, and returns anything else. */
  private IOException full(IOException e) throws IOException {
    if (Room.isFull(e)) {
      long needed = expected.size() - position;
      restart();
      throw Room.full(
          held.path(), "blob " + expected.digest() + " needs " + needed + " bytes more", e);
    }
    return e;
  }

  private OciException refused(String why) throws IOException {
    restart();
    return BlobWriter.mismatch(expected, why);
  }

  private void resume(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(STEP);
    for (int read = channel.read(buffer, 0); read > 0; read = channel.read(buffer, position)) {
      hash.update(buffer.array(), 0, read);
      position += read;
      buffer.clear();
    }
    channel.position(position);
    if (position == expected.size() && position > 0 && !isWhole()) {
      restart();
    }
  }

  private boolean isWhole() throws IOException {
    try {
      MessageDigest so = (MessageDigest) hash.clone();
      return Digest.ofHash(so.digest()).equals(expected.digest());
    } catch (CloneNotSupportedException e) {
      throw new IOException("SHA-256 cannot be looked at on its way", e);
    }
  }
}
