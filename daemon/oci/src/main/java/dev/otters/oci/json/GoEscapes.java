package dev.otters.oci.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;

/** Escapes the same characters in strings as Go: those that are special in HTML or JavaScript. */
final class GoEscapes extends CharacterEscapes {
  private static final long serialVersionUID = 1;
  private static final String ASCII = "<>&";

  @Override
  public int[] getEscapeCodesForAscii() {
    int[] codes = CharacterEscapes.standardAsciiEscapesForJSON();
    ASCII.chars().forEach(character -> codes[character] = ESCAPE_CUSTOM);
    return codes;
  }

  @Override
  public @Nullable SerializableString getEscapeSequence(int character) {
    boolean escaped =
        ASCII.indexOf(character) >= 0 || character == '\u2028' || character == '\u2029';
    return escaped ? new SerializedString("\\u%04x".formatted(character)) : null;
  }
}
