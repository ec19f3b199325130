package dev.otters.models.provider.langchain4j;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream of server-sent events, wherever the network splits it.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">the format</a>
 */
final class EventReader {
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private final InputStream in;
  private final int longest;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final byte[] bytes = new byte[8 << 10];
  private int position;
  private int limit;
  private boolean first = true;
  private boolean afterReturn;

  /** An event exceeds the limit. */
  static final class TooLongException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLongException(int longest) {
      super("an event of more than " + longest + " bytes");
    }
  }

  /**
   * Reads the events of a body.
   *
   * @param longest the most bytes of an event
   */
  EventReader(InputStream in, int longest) {
    this.in = in;
    this.longest = longest;
  }

  /** Waits for the next event with data; empty at the end. */
  Optional<ServerSentEvent> next() throws IOException {
    String name = null;
    StringBuilder data = new StringBuilder();
    boolean any = false;
    for (String text = line(); text != null; text = line()) {
      if (text.isEmpty() && any) {
        return Optional.of(new ServerSentEvent(name, data.toString()));
      } else if (text.isEmpty()) {
        name = null;
      } else if (text.startsWith("event:")) {
        name = value(text, "event:");
      } else if (text.startsWith("data:")) {
        data.append(any ? "\n" : "").append(value(text, "data:"));
        any = true;
        requireRoom(data.length());
      }
    }
    return any ? Optional.of(new ServerSentEvent(name, data.toString())) : Optional.empty();
  }

  private static String value(String text, String field) {
    String value = text.substring(field.length());
    return value.startsWith(" ") ? value.substring(1) : value;
  }

  /** Returns the next line, including an unfinished last one; null at the end. */
  private @Nullable String line() throws IOException {
    while (true) {
      if (position == limit && !fill()) {
        return line.size() == 0 ? null : taken();
      }
      byte read = bytes[position++];
      boolean feedOfReturn = afterReturn && read == '\n';
      afterReturn = read == '\r';
      if (feedOfReturn) {
        continue;
      }
      if (read == '\n' || read == '\r') {
        return taken();
      }
      line.write(read);
      requireRoom(line.size());
    }
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(bytes));
    return limit > 0;
  }

  private String taken() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    boolean marked = first && text.startsWith(BYTE_ORDER_MARK);
    first = false;
    return marked ? text.substring(1) : text;
  }

  private void requireRoom(int length) throws TooLongException {
    if (length > longest) {
      throw new TooLongException(longest);
    }
  }
}
