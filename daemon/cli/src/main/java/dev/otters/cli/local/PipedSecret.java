package dev.otters.cli.local;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A secret that comes from another program or a file. */
public final class PipedSecret {
  private PipedSecret() {}

  /**
   * Returns the text without one line end at its end, which most programs and editors add.
   *
   * @throws CharacterCodingException if it is not UTF-8
   */
  public static String text(byte[] bytes) throws CharacterCodingException {
    return StandardCharsets.UTF_8
        .newDecoder()
        .decode(ByteBuffer.wrap(bytes))
        .toString()
        .replaceFirst("\\r?\\n\\z", "");
  }
}
