package dev.otters.agents.logs;

import dev.otters.api.agent.LogLine;
import dev.otters.home.text.Secrets;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * Hides secrets in the lines of one agent's log. Executors deliver a line of more than 64 KiB in
 * pieces, which may cut a secret. Not thread-safe.
 */
final class LogRedactor {
  /** The size in bytes from which a line is a piece that the next one continues. */
  private static final int PIECE = 64 << 10;

  private static final int MOST_BYTES_OF_CHAR = 3;

  private final Secrets secrets;
  private final UUID agent;

  /** The streams whose last line was such a piece. */
  private final Set<String> cut = new HashSet<>();

  LogRedactor(Secrets secrets, UUID agent) {
    this.secrets = secrets;
    this.agent = agent;
  }

  LogLine redact(LogLine line) {
    boolean cutBefore = cut.remove(line.stream());
    boolean cutAfter = isPiece(line.text());
    if (cutAfter) {
      cut.add(line.stream());
    }
    String text = secrets.hideInPiece(agent, line.text(), cutBefore, cutAfter);
    return new LogLine(line.time(), line.stream(), text);
  }

  private static boolean isPiece(String text) {
    return text.length() >= PIECE / MOST_BYTES_OF_CHAR
        && text.getBytes(StandardCharsets.UTF_8).length >= PIECE;
  }
}
