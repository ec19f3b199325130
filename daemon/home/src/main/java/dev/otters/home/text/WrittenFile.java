package dev.otters.home.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files that people write. Refuses those that would keep the daemon busy or waiting. */
public final class WrittenFile {
  private static final int LONGEST = 1 << 20;

  private WrittenFile() {}

  /**
   * Reads a text.
   *
   * @param file a file, or a link to one
   * @throws java.nio.file.NoSuchFileException when the file does not exist
   * @throws IOException when it cannot be read, is not a regular file, is longer than 1 MiB or is
   *     not UTF-8; the message does not quote its content
   */
  public static String read(Path file) throws IOException {
    // Opening a pipe would wait for its writer.
    if (!Files.readAttributes(file, "isRegularFile").containsValue(true)) {
      throw new IOException("it is not a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LONGEST + 1);
      if (bytes.length > LONGEST) {
        throw new IOException("it is longer than 1 MiB");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IOException("it is not UTF-8 text", e);
    }
  }
}
