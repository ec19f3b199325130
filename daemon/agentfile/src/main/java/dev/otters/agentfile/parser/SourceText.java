package dev.otters.agentfile.parser;

import dev.otters.agentfile.ProblemCode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The decoded text of a file.
 *
 * @param text the whole text, verbatim
 * @param lines the lines without their ends, LF or CRLF
 */
record SourceText(String text, List<String> lines) {
  /** The byte order mark that some editors write at the start of a file. */
  static final String BOM = "\uFEFF";

  /** Decodes a file; empty, with a problem, if it cannot be decoded. */
  static Optional<SourceText> decode(byte[] source, Problems problems) {
    if (source.length > AgentfileParser.LARGEST) {
      problems.error(
          ProblemCode.FILE_TOO_LARGE,
          Spot.FILE,
          "the file has " + source.length + " bytes, " + AgentfileParser.LARGEST + " are allowed");
      return Optional.empty();
    }
    CharBuffer characters = CharBuffer.allocate(source.length);
    ByteBuffer bytes = ByteBuffer.wrap(source);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(bytes, characters, true);
    String text = characters.flip().toString();
    if (result.isError()) {
      problems.error(ProblemCode.NOT_UTF8, endOf(text), notUtf8(source, bytes.position()));
      return Optional.empty();
    }
    return Optional.of(checked(text, problems));
  }

  Spot spot(int line, int index) {
    return new Spot(line + 1, lines.get(line), index);
  }

  private static SourceText checked(String text, Problems problems) {
    List<String> lines =
        Arrays.stream(text.split("\n", -1))
            .map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
            .toList();
    if (text.startsWith(BOM)) {
      problems.error(
          ProblemCode.BYTE_ORDER_MARK,
          new Spot(1, lines.getFirst(), 0),
          "the file starts with a byte order mark (U+FEFF); save it as UTF-8 without BOM");
    }
    int nul = text.indexOf('\0');
    if (nul >= 0) {
      int line = Math.toIntExact(text.chars().limit(nul).filter(it -> it == '\n').count());
      int index = nul - text.lastIndexOf('\n', nul) - 1;
      problems.error(
          ProblemCode.BAD_CHARACTER,
          new Spot(line + 1, lines.get(line), index),
          "the file contains a NUL character (U+0000)");
    }
    return new SourceText(text, lines);
  }

  private static Spot endOf(String text) {
    int line = Math.toIntExact(text.chars().filter(it -> it == '\n').count());
    String last = text.substring(text.lastIndexOf('\n') + 1);
    return new Spot(line + 1, last, last.length());
  }

  private static String notUtf8(byte[] source, int position) {
    if (position == 0 && source.length > 1 && (source[0] & source[1] & 0xFE) == 0xFE) {
      return "the file is UTF-16; save it as UTF-8";
    }
    return "byte 0x%02X is not UTF-8; save the file as UTF-8".formatted(source[position] & 0xFF);
  }
}
