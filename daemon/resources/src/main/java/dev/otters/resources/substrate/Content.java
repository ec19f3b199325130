package dev.otters.resources.substrate;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.home.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** The bytes of a file, with their hash. */
public final class Content {
  private final byte[] bytes;
  private final String sha256;

  private Content(byte[] bytes) {
    this.bytes = bytes;
    this.sha256 = Sha256.of(bytes);
  }

  /** Wraps bytes, which must not change any more. */
  public static Content of(byte[] bytes) {
    return new Content(bytes);
  }

  /** Returns the content of a text in UTF-8. */
  public static Content of(String text) {
    return new Content(text.getBytes(UTF_8));
  }

  /** Returns the bytes themselves. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the number of bytes. */
  public int size() {
    return bytes.length;
  }

  /** Returns the SHA-256 of the bytes in hex. */
  public String sha256() {
    return sha256;
  }

  /** Returns the bytes as a text; empty if they are no UTF-8 or contain a NUL. */
  public Optional<String> text() {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
