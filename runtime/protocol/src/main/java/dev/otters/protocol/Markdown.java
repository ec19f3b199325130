package dev.otters.protocol;

/**
 * Escapes foreign text in Markdown, so that it cannot leave its place: it cannot end its cell, span
 * or line, nor start a heading, a list or HTML.
 */
public final class Markdown {
  private static final String SPECIAL = "\\`*_[]<>|~&!#";

  private Markdown() {}

  /** Returns the text on one line, for paragraphs, bullets, headings and cells. */
  public static String inline(String text) {
    String line = line(text);
    StringBuilder escaped = new StringBuilder(line.length() + 16);
    for (int at = 0; at < line.length(); at++) {
      char letter = line.charAt(at);
      boolean opensBlock = at == 0 && "-+=:".indexOf(letter) >= 0;
      boolean opensList = (letter == '.' || letter == ')') && isNumber(line, at);
      if (opensBlock || opensList || SPECIAL.indexOf(letter) >= 0) {
        escaped.append('\\');
      }
      escaped.append(letter);
    }
    return escaped.toString();
  }

  /**
   * Returns the text as a code span on one line, verbatim except that line breaks become {@code ⏎}.
   */
  public static String code(String text) {
    String line = text.strip().isEmpty() ? "" : visible(text.strip(), '⏎');
    if (line.isEmpty()) {
      return "(empty)";
    }
    String fence = "`".repeat(longestRun(line) + 1);
    String pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
    return fence + pad + line + pad + fence;
  }

  /**
   * Returns the text as a code span in a table cell, where a bar ends the cell unless an odd number
   * of backslashes precedes it.
   */
  public static String codeCell(String text) {
    String span = code(text);
    StringBuilder cell = new StringBuilder(span.length() + 8);
    int backslashes = 0;
    for (int at = 0; at < span.length(); at++) {
      char letter = span.charAt(at);
      if (letter == '|') {
        cell.append(backslashes % 2 == 0 ? "\\" : "\\\\");
      }
      backslashes = letter == '\\' ? backslashes + 1 : 0;
      cell.append(letter);
    }
    return cell.toString();
  }

  /** Returns the text as one line without control characters or invisible marks. */
  private static String line(String text) {
    return visible(text, ' ').strip().replaceAll(" {2,}", " ");
  }

  private static String visible(String text, char lineBreak) {
    StringBuilder line = new StringBuilder(text.length());
    text.replace("\r\n", "\n")
        .codePoints()
        .forEach(
            point -> {
              switch (Character.getType(point)) {
                case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                    line.append(lineBreak);
                case Character.CONTROL ->
                    line.append(point == '\n' || point == '\r' || point == 0x85 ? lineBreak : ' ');
                // Marks that reorder or hide visible text; joiners in emoji are removed, too.
                case Character.FORMAT -> {}
                default -> line.appendCodePoint(point);
              }
            });
    return line.toString();
  }

  private static boolean isNumber(String line, int end) {
    return end > 0 && line.chars().limit(end).allMatch(Character::isDigit);
  }

  private static int longestRun(String text) {
    int longest = 0;
    int run = 0;
    for (int at = 0; at < text.length(); at++) {
      run = text.charAt(at) == '`' ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    return longest;
  }
}
