package dev.otters.bench.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Reads a stream of server-sent events. */
final class EventReader implements AutoCloseable {
  private final BufferedReader lines;

  EventReader(InputStream stream) {
    this.lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }

  /**
   * An event.
   *
   * @param name its name; may be empty
   */
  record Event(String name, String data) {}

  /**
   * Waits for the next event.
   *
   * @throws IOException if the stream ends before
   */
  Event next() throws IOException {
    String name = "";
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty() && !data.isEmpty()) {
        return new Event(name, data.toString());
      } else if (line.startsWith("event:")) {
        name = line.substring("event:".length()).strip();
      } else if (line.startsWith("data:")) {
        data.append(line.substring("data:".length()).strip());
      }
    }
    throw new IOException("the stream ended early");
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
