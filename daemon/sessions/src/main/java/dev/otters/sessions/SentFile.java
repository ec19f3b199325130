package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.FileContent;
import dev.otters.api.session.MessageFile;
import dev.otters.home.text.Sha256;
import dev.otters.sessions.log.SessionException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;

/** A file of a message, checked. Its name is foreign text, and says nothing about its type. */
record SentFile(MessageFile file, FileContent content) {
  private static final int LONGEST_NAME = 120;

  /** The bytes that decide the type of an image or a PDF. */
  private static final int HEAD = 12;

  /**
   * Checks the files of a message.
   *
   * @throws SessionException with {@code FILE} if they are too many or too large, or if one has a
   *     type that models do not read
   */
  static List<SentFile> of(List<FileContent> files) {
    if (files.size() > FileContent.MOST_FILES) {
      throw SessionException.file("a message has at most " + FileContent.MOST_FILES + " files");
    }
    if (files.stream().anyMatch(file -> file.name() == null || file.data() == null)) {
      throw SessionException.invalid("a file must have a name and data");
    }
    long bytes = files.stream().mapToLong(file -> file.data().length).sum();
    if (bytes > FileContent.MOST_BYTES) {
      throw SessionException.file(
          "the files of a message have at most "
              + (FileContent.MOST_BYTES >> 20)
              + " MiB together");
    }
    List<SentFile> sent = files.stream().map(SentFile::of).toList();
    long text =
        sent.stream()
            .map(SentFile::file)
            .filter(MessageFile::isText)
            .mapToLong(MessageFile::size)
            .sum();
    if (text > FileContent.MOST_TEXT) {
      throw SessionException.file(
          "the text files of a message have at most "
              + (FileContent.MOST_TEXT >> 20)
              + " MiB together");
    }
    return sent;
  }

  private static SentFile of(FileContent content) {
    String name = harmless(content.name());
    byte[] data = content.data();
    if (data.length == 0) {
      throw SessionException.file("the file " + name + " is empty");
    }
    String type =
        type(data)
            .orElseThrow(
                () ->
                    SessionException.file(
                        "the file " + name + " is neither an image, nor a PDF, nor plain text"));
    return new SentFile(new MessageFile(name, type, data.length, Sha256.of(data)), content);
  }

  /** Returns a name in one short line, without characters that command a terminal. */
  private static String harmless(String name) {
    StringBuilder clean = new StringBuilder();
    name.codePoints()
        .limit(LONGEST_NAME)
        .forEach(
            code -> {
              boolean plain =
                  switch (Character.getType(code)) {
                    case Character.CONTROL,
                        Character.FORMAT,
                        Character.SURROGATE,
                        Character.PRIVATE_USE,
                        Character.UNASSIGNED,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR ->
                        false;
                    default -> true;
                  };
              clean.appendCodePoint(plain ? code : '_');
            });
    return clean.toString().isBlank() ? "file" : clean.toString();
  }

  private static Optional<String> type(byte[] data) {
    String head = new String(data, 0, Math.min(HEAD, data.length), ISO_8859_1);
    if (head.startsWith("\u0089PNG\r\n\u001a\n")) {
      return Optional.of("image/png");
    }
    if (head.startsWith("\u00ff\u00d8\u00ff")) {
      return Optional.of("image/jpeg");
    }
    if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) {
      return Optional.of("image/gif");
    }
    if (head.startsWith("RIFF") && head.endsWith("WEBP")) {
      return Optional.of("image/webp");
    }
    if (head.startsWith("%PDF-")) {
      return Optional.of(MessageFile.PDF);
    }
    return isText(data) ? Optional.of(MessageFile.TEXT) : Optional.empty();
  }

  private static boolean isText(byte[] data) {
    for (byte code : data) {
      boolean control = (code >= 0 && code < ' ' && "\t\n\f\r".indexOf(code) < 0) || code == 0x7f;
      if (control) {
        return false;
      }
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).hasArray();
    } catch (CharacterCodingException _) {
      return false;
    }
  }
}
