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

  /** The rest of a long input; null for a short one. */
  private @Nullable Rest rest;

  private interface Rest {
    void update(byte[] bytes, int from, int length);

    byte[] end();

    /** Removes what was read from memory. */
    void wipe();

    Rest copy();
  }

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
      rest = library.get().<Rest>map(Native::new).orElseGet(() -> new Java(sha256()));
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
    byte[] hash;
    if (rest != null) {
      hash = rest.end();
    } else {
      MessageDigest digest = sha256();
      digest.update(start, 0, length);
      hash = digest.digest();
    }
    engineReset();
    return hash;
  }

  @Override
  protected void engineReset() {
    Arrays.fill(start, (byte) 0);
    length = 0;
    if (rest != null) {
      rest.wipe();
      rest = null;
    }
  }

  @Override
  public Object clone() throws CloneNotSupportedException {
    FastSha256 copy = (FastSha256) super.clone();
    copy.start = start.clone();
    copy.rest = rest == null ? null : rest.copy();
    return copy;
  }

  private MessageDigest sha256() {
    try {
      return MessageDigest.getInstance(FastDigests.SHA256, jdk);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static final class Native implements Rest {
    private final Libcrypto library;
    private final byte[] context;

    Native(Libcrypto library) {
      this(library, new byte[Libcrypto.CONTEXT]);
      library.init(context);
    }

    private Native(Libcrypto library, byte[] context) {
      this.library = library;
      this.context = context;
    }

    @Override
    public void update(byte[] bytes, int from, int length) {
      library.update(context, bytes, from, length);
    }

    @Override
    public byte[] end() {
      return library.end(context);
    }

    @Override
    public void wipe() {
      Arrays.fill(context, (byte) 0);
    }

    @Override
    public Rest copy() {
      return new Native(library, context.clone());
    }
  }

  private record Java(MessageDigest digest) implements Rest {
    @Override
    public void update(byte[] bytes, int from, int length) {
      digest.update(bytes, from, length);
    }

    @Override
    public byte[] end() {
      return digest.digest();
    }

    @Override
    public void wipe() {
      digest.reset();
    }

    @Override
    public Rest copy() {
      try {
        return new Java((MessageDigest) digest.clone());
      } catch (CloneNotSupportedException e) {
        throw new IllegalStateException("the JDK's SHA-256 can be copied", e);
      }
    }
  }
}
