package dev.otters.home.text;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes texts and bytes. */
public final class Sha256 {
  private Sha256() {}

  /** Returns the hash of a text in UTF-8, in hex. */
  public static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the hash of bytes, in hex. */
  public static String of(byte[] bytes) {
    return of(bytes, 0, bytes.length);
  }

  /** Returns the hash of the bytes from one place to another, in hex. */
  public static String of(byte[] bytes, int from, int to) {
    MessageDigest digest = digest();
    digest.update(bytes, from, to - from);
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns a digest for bytes that come in parts. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
