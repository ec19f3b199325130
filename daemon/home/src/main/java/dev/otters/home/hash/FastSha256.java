package dev.otters.home.hash;

import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A SHA-256 that hands long inputs to {@link Libcrypto}. A short one stays in memory until its end
 * and is hashed by the JDK, since most processes never need the library. Not thread-safe.
 */
final class FastSha256 extends MessageDigestSpi implements Cloneable {
  /** The longest input for the JDK, in bytes. */
  private static final int SHORT = 4096;

  private final Provider jdk;
  private final Supplier<Optional<Libcrypto>> library;
  private byte[] start = new byte[64];
  private int length;

  /** The hash of a long input; null for a short one. */
  private @Nullable MessageDigest rest;

  /**
   * Creates a hash of nothing.
   *
   * @param jdk what hashes short inputs, and all where there is no library
   * @param library returns the library, and is called for long inputs only
   */
  FastSha256(Provider jdk, Supplier<Optional<Libcrypto>> library) {
    this.jdk = jdk;
    this.library = library;
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
    if (rest == null && count > SHORT - length) {
      rest = library.get().<MessageDigest>map(NativeSha256::new).orElseGet(this::sha256);
      rest.update(start, 0, length);
    }
    if (rest != null) {
      rest.update(input, from, count);
      return;
    }
    if (length + count > start.length) {
      byte[] longer = Arrays.copyOf(start, Math.max(length + count, 2 * start.length));
      Arrays.fill(start, (byte) 0);
      start = longer;
    }
    System.arraycopy(input, from, start, length, count);
    length += count;
  }

  @Override
  protected byte[] engineDigest() {
    MessageDigest digest = rest;
    if (digest == null) {
      digest = sha256();
      digest.update(start, 0, length);
    }
    byte[] hash = digest.digest();
    engineReset();
    return hash;
  }

  @Override
  protected void engineReset() {
    Arrays.fill(start, (byte) 0);
    length = 0;
    if (rest != null) {
      rest.reset();
      rest = null;
    }
  }

  @Override
  public Object clone() throws CloneNotSupportedException {
    FastSha256 copy = (FastSha256) super.clone();
    copy.start = start.clone();
    copy.rest = rest == null ? null : (MessageDigest) rest.clone();
    return copy;
  }

  private MessageDigest sha256() {
    try {
      return MessageDigest.getInstance(FastDigests.SHA256, jdk);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
