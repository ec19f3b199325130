package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Optional;

/**
 * Writes one blob, and counts and hashes its bytes.
 *
 * <ul>
 *   <li>{@link #finish} adds the blob to its {@link Ingest}; closing the writer earlier discards
 *       the blob.
 *   <li>Not thread-safe.
 * </ul>
 */
public final class BlobWriter extends OutputStream {
  private final Staging.Folder folder;
  private final Path temporary;
  private final FileChannel channel;
  private final String mediaType;
  private final Optional<Descriptor> expected;
  private final MessageDigest hash = Digest.sha256();
  private long position;

  BlobWriter(Staging.Folder folder, String mediaType, Optional<Descriptor> expected)
      throws IOException {
    this.folder = folder;
    if (expected.isPresent()) {
      Room.check(folder.path(), "blob " + expected.get().digest(), expected.get().size());
    }
    this.temporary = folder.temporary();
    this.mediaType = mediaType;
    this.expected = expected;
    this.channel =
        FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** Returns the number of bytes written. */
  public long position() {
    return position;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  /**
   * @throws OciException DIGEST_MISMATCH when there are more bytes than the descriptor says, STORE
   *     when the disk is full
   */
  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (expected.isPresent() && position + length > expected.get().size()) {
      throw mismatch(expected.get(), "has more than the " + expected.get().size() + " bytes");
    }
    ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
    try {
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
    } catch (IOException e) {
      throw failure(e, rest.remaining());
    }
    hash.update(bytes, offset, length);
    position += length;
  }

  /**
   * Finishes the blob and returns its descriptor. The blob is durable once its ingest is committed.
   *
   * @throws OciException DIGEST_MISMATCH if the content is not as expected
   */
  public Descriptor finish() throws IOException {
    Digest digest = Digest.ofHash(hash.digest());
    if (expected.isPresent() && position != expected.get().size()) {
      throw mismatch(
          expected.get(), "has " + position + " bytes, not the " + expected.get().size());
    }
    if (expected.isPresent() && !digest.equals(expected.get().digest())) {
      throw mismatch(expected.get(), "is really " + digest + ", not what");
    }
    channel.close();
    folder.take(temporary, digest);
    return expected.orElse(new Descriptor(mediaType, digest, position));
  }

  /** Discards the blob, unless it was finished. */
  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(temporary);
  }

  /** Throws the failure of a full disk, and returns any other. */
  private IOException failure(IOException e, long rest) {
    if (Room.isFull(e)) {
      String what = expected.map(blob -> "blob " + blob.digest()).orElse("a blob");
      long needed = expected.map(blob -> blob.size() - position).orElse(rest);
      throw Room.full(folder.path(), what + " needs " + needed + " more bytes", e);
    }
    return e;
  }

  static OciException mismatch(Descriptor expected, String what) {
    return new OciException(
        Reason.DIGEST_MISMATCH,
        "blob " + expected.digest() + " " + what + " its manifest says",
        "Try again, or use another source. Nothing was kept.");
  }
}
