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
 * Takes the bytes of one blob and counts and hashes them on the way.
 *
 * <ul>
 *   <li>{@link #finish} makes the blob part of its {@link Ingest}; closing before that drops it.
 *   <li>For one thread.
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

  /** Returns how many bytes were taken. */
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
   * Ends the blob and returns its descriptor; durable it is when its ingest is committed.
   *
   * @throws OciException DIGEST_MISMATCH when it is not what was expected
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

  /** Drops what was taken, unless it was finished. */
  @Override
  public void close() throws IOException {
    channel.close();
    Files.deleteIfExists(temporary);
  }

  /** Throws a full disk as what it is, and returns anything else. */
  private IOException failure(IOException e, long rest) {
    if (Room.isFull(e)) {
      String what = expected.map(blob -> "blob " + blob.digest()).orElse("a blob");
      long needed = expected.map(blob -> blob.size() - position).orElse(rest);
      throw Room.full(folder.path(), what + " needs " + needed + " bytes more", e);
    }
    return e;
  }

  static OciException mismatch(Descriptor expected, String what) {
    return new OciException(
        Reason.DIGEST_MISMATCH,
        "blob " + expected.digest() + " " + what + " its manifest says",
        "The source is damaged or hostile; nothing of it was kept. Try again, or another source.");
  }
}
