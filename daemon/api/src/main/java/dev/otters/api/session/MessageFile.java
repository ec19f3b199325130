package dev.otters.api.session;

import java.util.Locale;
import java.util.Map;

/**
 * A file that a user sent with a message, without its bytes.
 *
 * @param name its name, without control characters
 * @param type its media type, which the daemon found in its bytes
 * @param size its size in bytes
 * @param sha256 the SHA-256 of its bytes in hex
 */
public record MessageFile(String name, String type, long size, String sha256) {
  /** The media type of all texts. */
  public static final String TEXT = "text/plain";

  /** The media type of PDF. */
  public static final String PDF = "application/pdf";

  /** The bytes that stand for an image, and at least for a PDF, where requests are measured. */
  private static final long LEAST = 15_000;

  /** The most bytes that stand for a PDF. */
  private static final long MOST = 150_000;

  /** Reads the member of an event. */
  static MessageFile of(Map<?, ?> members) {
    return new MessageFile(
        String.valueOf(members.get("name")),
        String.valueOf(members.get("type")),
        members.get("size") instanceof Number size ? size.longValue() : 0,
        String.valueOf(members.get("sha256")));
  }

  /** Returns whether the file is part of the text of its message. */
  public boolean isText() {
    return type.equals(TEXT);
  }

  /**
   * Returns the bytes of text that count for the file in limits and estimates: those of a text,
   * 15,000 for an image, and those of a PDF from 15,000 to 150,000.
   */
  public long weight() {
    return switch (type) {
      case TEXT -> size;
      case PDF -> Math.clamp(size, LEAST, MOST);
      default -> LEAST;
    };
  }

  /** Returns the line that stands for the file in texts. */
  public String line() {
    return "[" + about() + "]";
  }

  /** Returns the line for a file that a request has no room for. */
  public String leftOut() {
    return "[" + about() + ": left out by Otters, the conversation has no room for it]";
  }

  /** Returns the text of the file as it stands in its message, in a fence that it does not end. */
  public String block(String text) {
    int longest = 2;
    int run = 0;
    for (int i = 0; i < text.length(); i++) {
      run = text.charAt(i) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    String fence = "`".repeat(longest + 1);
    return line() + "\n" + fence + "\n" + text + (text.endsWith("\n") ? "" : "\n") + fence;
  }

  private String about() {
    return "file %s, %s, %s".formatted(name, type, shown());
  }

  private String shown() {
    return size < 1000
        ? size + (size == 1 ? " byte" : " bytes")
        : size < 1_000_000
            ? Math.ceilDiv(size, 1000) + " kB"
            : String.format(Locale.ROOT, "%.1f MB", size / 1e6);
  }
}
