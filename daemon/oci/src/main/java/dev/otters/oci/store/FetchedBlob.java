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
 * Receives one blob from a remote source, and counts and hashes its bytes.
 *
 * <ul>
 *   <li>It resumes after the bytes of an earlier, interrupted fetch.
 *   <li>{@link #finish} adds the blob to its {@link Ingest}. Closing it earlier keeps the bytes for
 *       the next fetch, unless they are wrong.
 *   <li>Not thread-safe. While it is open, no other thread or process fetches this blob into this
 *       store.
 * </ul>
 */
public final class FetchedBlob implements BlobTarget, AutoCloseable {
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

  @Override
  public long position() {
    return position;
  }

  @Override
  public void restart() throws IOException {
    held.channel().truncate(0);
    held.channel().position(0);
    hash = Digest.sha256();
    position = 0;
  }

  /**
   * Receives bytes.
   *
   * @throws OciException DIGEST_MISMATCH if there are more bytes than the descriptor allows; then
   *     all are discarded
   */
  @Override
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
   * Finishes the blob and makes it durable.
   *
   * @throws OciException DIGEST_MISMATCH if the content is not as expected; then the bytes are
   *     discarded
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

  /** Releases the blob for other fetches. */
  @Override
  public void close() throws IOException {
    if (position == 0) {
      Files.deleteIfExists(held.path());
    }
    held.close();
  }

  /** Discards the bytes and throws the failure of a full disk; returns any other failure. */
  private IOException full(IOException e) throws IOException {
    if (Room.isFull(e)) {
      long needed = expected.size() - position;
      restart();
      throw Room.full(
          held.path(), "blob " + expected.digest() + " needs " + needed + " more bytes", e);
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
      MessageDigest copy = (MessageDigest) hash.clone();
      return Digest.ofHash(copy.digest()).equals(expected.digest());
    } catch (CloneNotSupportedException e) {
      throw new IOException("the SHA-256 implementation does not support clone", e);
    }
  }
}
