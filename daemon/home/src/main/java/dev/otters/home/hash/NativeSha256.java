package dev.otters.home.hash;

import java.security.MessageDigest;
import java.util.Arrays;

/** A SHA-256 of {@link Libcrypto}. Not thread-safe. */
final class NativeSha256 extends MessageDigest implements Cloneable {
  private final Libcrypto library;
  private byte[] context = new byte[Libcrypto.CONTEXT];

  /** Creates a hash of nothing. */
  NativeSha256(Libcrypto library) {
    super(FastDigests.SHA256);
    this.library = library;
    library.init(context);
  }

  @Override
  protected int engineGetDigestLength() {
    return Libcrypto.HASH;
  }

  @Override
  protected void engineUpdate(byte input) {
    engineUpdate(new byte[] {input}, 0, 1);
  }

  @Override
  protected void engineUpdate(byte[] input, int from, int count) {
    library.update(context, input, from, count);
  }

  @Override
  protected byte[] engineDigest() {
    byte[] hash = library.end(context);
    engineReset();
    return hash;
  }

  /** Leaves nothing of the input in memory. */
  @Override
  protected void engineReset() {
    Arrays.fill(context, (byte) 0);
    library.init(context);
  }

  @Override
  public Object clone() throws CloneNotSupportedException {
    NativeSha256 copy = (NativeSha256) super.clone();
    copy.context = context.clone();
    return copy;
  }
}
