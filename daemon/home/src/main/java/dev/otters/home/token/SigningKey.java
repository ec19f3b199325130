package dev.otters.home.token;

import dev.otters.home.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** The key that signs the tokens of one home. Its file has mode 0600, and it is never shown. */
public final class SigningKey {
  private static final int BYTES = 32;

  private final byte[] secret;

  private SigningKey(byte[] secret) {
    this.secret = secret;
  }

  /**
   * Reads the key, or creates it if the file is missing. The folder must exist.
   *
   * @throws IOException if the file cannot be read or written, or contains no key; the message
   *     names the remedy
   */
  public static SigningKey load(Path file) throws IOException {
    if (!Files.exists(file)) {
      create(file);
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
    byte[] secret = parse(file, text);
    return new SigningKey(secret);
  }

  private static byte[] parse(Path file, String text) throws IOException {
    try {
      byte[] secret = HexFormat.of().parseHex(text);
      if (secret.length == BYTES) {
        return secret;
      }
    } catch (IllegalArgumentException e) {
      throw new IOException(damaged(file), e);
    }
    throw new IOException(damaged(file));
  }

  private static String damaged(Path file) {
    return file
        + " contains no signing key. Remove it to create a new one, which makes all tokens"
        + " invalid.";
  }

  private static void create(Path file) throws IOException {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    PrivateFiles.write(file, HexFormat.of().formatHex(secret) + "\n");
  }

  byte[] secret() {
    return secret.clone();
  }

  @Override
  public String toString() {
    return "SigningKey[***]";
  }
}
