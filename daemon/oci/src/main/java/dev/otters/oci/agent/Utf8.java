package dev.otters.oci.agent;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decodes strict UTF-8, so that encoding the text gives the same bytes. */
final class Utf8 {
  private Utf8() {}

  static boolean isValid(byte[] text) {
    return decode(text).isPresent();
  }

  /** Returns the text; empty if the bytes are not UTF-8. */
  static Optional<String> decode(byte[] text) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString());
    } catch (CharacterCodingException _) {
      return Optional.empty();
    }
  }
}
