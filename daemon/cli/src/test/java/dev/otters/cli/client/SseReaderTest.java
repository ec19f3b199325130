package dev.otters.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SseReaderTest {
  private static List<SseReader.Event> read(String stream) throws IOException {
    SseReader reader =
        new SseReader(new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)), () -> {});
    List<SseReader.Event> events = new ArrayList<>();
    for (SseReader.Event event; (event = reader.next()) != null; ) {
      events.add(event);
    }
    return events;
  }

  @Test
  void anEventHasNameIdAndData() throws IOException {
    assertThat(read("id: 7\nevent: delta\ndata: {\"a\":1}\n\n"))
        .containsExactly(new SseReader.Event("7", "delta", "{\"a\":1}"));
  }

  @Test
  void linesOfDataAreJoinedAndSpacesAreOptional() throws IOException {
    assertThat(read("data:a\ndata\ndata:  b\r\n\r\n"))
        .containsExactly(new SseReader.Event(null, "message", "a\n\n b"));
  }

  @Test
  void commentsAndUnknownFieldsArePassedOver() throws IOException {
    assertThat(read(": alive\n\nretry: 5\nother: x\ndata: y\n\n: bye\n\n"))
        .containsExactly(new SseReader.Event(null, "message", "y"));
  }

  @Test
  void anEventThatTheEndCutsOffIsDropped() throws IOException {
    assertThat(read("data: a\n\ndata: b\n"))
        .containsExactly(new SseReader.Event(null, "message", "a"));
  }

  @Test
  void anEmptyEventWithDataIsAnEvent() throws IOException {
    assertThat(read("data:\n\n")).containsExactly(new SseReader.Event(null, "message", ""));
  }
}
