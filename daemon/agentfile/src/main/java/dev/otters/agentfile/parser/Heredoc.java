package dev.otters.agentfile.parser;

import dev.otters.agentfile.ProblemCode;
import dev.otters.agentfile.Quoted;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The lines between {@code <<MARKER} and the line that consists of the marker.
 *
 * @param spot the place of {@code <<}
 * @param body the lines joined by LF, without trailing empty lines; may be empty
 * @param next the index of the line after the heredoc
 */
record Heredoc(Spot spot, String body, int next) {
  private static final Pattern MARKER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}");
  private static final Pattern LAST_WORD = Pattern.compile("<<[A-Za-z_][A-Za-z0-9_]{0,62}");

  /**
   * The place of {@code <<MARKER} on its line.
   *
   * @param start the index of {@code <<}
   * @param end the index after the marker
   */
  record Opening(int start, int end) {}

  /** Finds {@code <<…} as a separate word outside quotes, or after an unterminated quote. */
  static Optional<Opening> find(String line) {
    boolean quoted = false;
    boolean wordStart = true;
    for (int i = 0; i < line.length(); i++) {
      char character = line.charAt(i);
      if (!quoted && wordStart && line.startsWith("<<", i)) {
        return Optional.of(new Opening(i, wordEnd(line, i)));
      }
      wordStart = Cursor.isBlank(character);
      if (character == '"') {
        quoted = !quoted;
      } else if (quoted && character == '\\') {
        i++;
      }
    }
    return quoted ? lastWord(line) : Optional.empty();
  }

  /** Reads the body after a line. Reports an invalid marker and a missing end. */
  static Heredoc read(SourceText source, int line, Opening opening, Problems problems) {
    Spot spot = source.spot(line, opening.start).to(opening.end);
    String marker = marker(spot, opening, problems);
    if (marker.isEmpty()) {
      return new Heredoc(spot, "", line + 1);
    }
    List<String> lines = source.lines();
    int end = line + 1;
    while (end < lines.size() && !lines.get(end).strip().equals(marker)) {
      end++;
    }
    if (end == lines.size()) {
      problems.error(
          ProblemCode.UNCLOSED_HEREDOC,
          spot,
          "this heredoc has no end: no later line is only "
              + Quoted.of(marker)
              + ", so it contains the rest of the file");
    }
    return new Heredoc(spot, body(lines.subList(line + 1, end)), end + 1);
  }

  /** Checks the word that opens a heredoc and returns the probable marker. */
  private static String marker(Spot spot, Opening opening, Problems problems) {
    String word = spot.text().substring(opening.start + 2, opening.end);
    String marker = plain(word);
    if (!spot.text().substring(opening.end).isBlank()) {
      problems.error(ProblemCode.INVALID_HEREDOC, spot, "a heredoc must end its line");
    }
    if (!MARKER.matcher(word).matches()) {
      problems.error(
          ProblemCode.INVALID_HEREDOC,
          spot,
          "a heredoc starts with << and a marker of up to 63 letters, digits, '_', '.' or '-',"
              + " without quotes",
          List.of("<<" + (MARKER.matcher(marker).matches() ? marker : "EOF")));
    }
    return marker;
  }

  private static String body(List<String> lines) {
    int end = lines.size();
    while (end > 0 && lines.get(end - 1).isEmpty()) {
      end--;
    }
    return String.join("\n", lines.subList(0, end));
  }

  private static String plain(String word) {
    String marker = word.startsWith("-") ? word.substring(1) : word;
    return marker.replaceAll("['\"]", "");
  }

  private static Optional<Opening> lastWord(String line) {
    String stripped = line.stripTrailing();
    int start = Math.max(stripped.lastIndexOf(' '), stripped.lastIndexOf('\t')) + 1;
    return LAST_WORD.matcher(stripped.substring(start)).matches()
        ? Optional.of(new Opening(start, stripped.length()))
        : Optional.empty();
  }

  private static int wordEnd(String line, int start) {
    int end = start;
    while (end < line.length() && !Cursor.isBlank(line.charAt(end))) {
      end++;
    }
    return end;
  }
}
