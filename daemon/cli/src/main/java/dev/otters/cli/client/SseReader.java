package dev.otters.cli.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a stream of server-sent events. */
public final class SseReader implements AutoCloseable {
  private final BufferedReader lines;
  private final Runnable source;

  /**
   * One event.
   *
   * @param id null when it has none
   * @param name {@code message} when it has none
   */
  public record Event(@Nullable String id, String name, String data) {}

  SseReader(InputStream in, Runnable source) {
    this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.source = source;
  }

  /**
   * Waits for the next event.
   *
   * @return null at the end of the stream; an incomplete last event is dropped
   * @throws IOException when the connection breaks
   */
  public @Nullable Event next() throws IOException {
    String id = null;
    String name = "message";
    StringBuilder data = new StringBuilder();
    boolean any = false;
    for (String line; (line = lines.readLine()) != null; ) {
      if (line.isEmpty()) {
        if (any) {
          return new Event(id, name, data.toString());
        }
        continue;
      }
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      switch (field) {
        case "id" -> id = value;
        case "event" -> name = value;
        case "data" -> {
          data.append(data.isEmpty() && !any ? "" : "\n").append(value);
          any = true;
        }
        default -> {}
      }
    }
    return null;
  }

  @Override
  public void close() {
    source.run();
  }
}
