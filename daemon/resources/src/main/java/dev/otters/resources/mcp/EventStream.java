package dev.otters.resources.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Reads the data of server-sent events, each of which has a limit. */
final class EventStream {
  private static final String DATA = "data:";

  private final InputStream in;
  private final int mostBytes;
  private int events;

  EventStream(InputStream in, int mostBytes) {
    this.in = new BufferedInputStream(in);
    this.mostBytes = mostBytes;
  }

  /**
   * Returns the data of the next event that has some; empty at the end.
   *
   * @throws McpFailure if the stream has too much
   */
  Optional<String> next() throws IOException {
    StringBuilder data = new StringBuilder();
    int read = 0;
    while (true) {
      Optional<String> line = line();
      if (line.isEmpty()) {
        return Optional.empty();
      }
      read += line.get().length();
      if (read > mostBytes) {
        throw tooMuch();
      }
      if (line.get().isEmpty() && ++events > McpLimits.EVENTS) {
        throw tooMuch();
      }
      if (line.get().isEmpty() && !data.isEmpty()) {
        return Optional.of(data.toString());
      }
      if (line.get().startsWith(DATA)) {
        data.append(data.isEmpty() ? "" : "\n");
        data.append(line.get().substring(DATA.length()).strip());
      }
    }
  }

  private Optional<String> line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next == '\n') {
        String text = line.toString(UTF_8);
        return Optional.of(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
      }
      line.write(next);
      if (line.size() > mostBytes) {
        throw tooMuch();
      }
    }
    return Optional.empty();
  }

  private McpFailure tooMuch() {
    return new McpFailure(
        McpFailure.Kind.BROKEN,
        "its server sent more than %d bytes in an event, or %d events without an answer"
            .formatted(mostBytes, McpLimits.EVENTS));
  }
}
