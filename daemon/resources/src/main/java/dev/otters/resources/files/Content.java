package dev.otters.resources.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.home.text.Sha256;

/**
 * The text of a file.
 *
 * @param bytes its size in UTF-8
 * @param sha256 the hash of its UTF-8 in hex
 */
record Content(String text, int bytes, String sha256) {
  static Content of(String text) {
    byte[] encoded = text.getBytes(UTF_8);
    return new Content(text, encoded.length, Sha256.of(encoded));
  }
}
