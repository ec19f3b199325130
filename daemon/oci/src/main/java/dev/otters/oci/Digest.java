package dev.otters.oci;

import dev.otters.agentfile.Quoted;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A SHA-256 digest, written {@code sha256:<64 hex digits>}.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Digest(String hex) implements Comparable<Digest> {
  private static final String PREFIX = "sha256:";
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

  /**
   * @throws OciException INVALID_REFERENCE when {@code hex} is not 64 lower-case hexadecimal digits
   */
  public Digest {
    if (!HEX.matcher(hex).matches()) {
      throw invalid(hex);
    }
  }

  /**
   * Reads {@code sha256:…}.
   *
   * @throws OciException INVALID_REFERENCE for any other algorithm or form
   */
  public static Digest parse(String text) {
    String hex = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : "";
    if (!HEX.matcher(hex).matches()) {
      throw invalid(text);
    }
    return new Digest(hex);
  }

  /** Returns the digest of {@code content}. */
  public static Digest of(byte[] content) {
    return ofHash(sha256().digest(content));
  }

  /** Returns the digest whose 32 raw bytes are given. */
  public static Digest ofHash(byte[] hash) {
    return new Digest(HexFormat.of().formatHex(hash));
  }

  /** Returns a new SHA-256 calculation. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Returns the first 12 hexadecimal digits, for display. */
  public String abbreviated() {
    return hex.substring(0, 12);
  }

  @Override
  public int compareTo(Digest other) {
    return hex.compareTo(other.hex);
  }

  @Override
  public String toString() {
    return PREFIX + hex;
  }

  private static OciException invalid(String text) {
    return new OciException(
        OciException.Reason.INVALID_REFERENCE,
        Quoted.of(text) + " is not a valid digest",
        "Write a digest as sha256: and 64 lower-case hexadecimal digits.");
  }
}
