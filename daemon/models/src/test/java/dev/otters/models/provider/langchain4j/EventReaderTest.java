package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
  private static final String STREAM =
      "\uFEFFevent: one\ndata: ä\ndata:  🦦\n\n: comment\nid: 3\ndata\n\nevent: lost\n\n"
          + "data:two\n\ndata: three";
  private static final List<String> EXPECTED = List.of("one|ä\n 🦦", "null|two", "null|three");

  private static List<String> read(byte[]... parts) throws Exception {
    List<InputStream> streams =
        Stream.of(parts).map(part -> (InputStream) new ByteArrayInputStream(part)).toList();
    EventReader events =
        new EventReader(new SequenceInputStream(Collections.enumeration(streams)), 1000);
    List<String> seen = new ArrayList<>();
    for (Optional<ServerSentEvent> event = events.next();
        event.isPresent();
        event = events.next()) {
      seen.add(event.get().event() + "|" + event.get().data());
    }
    return seen;
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void aStreamIsTheSameWhereverItIsCut(String end) throws Exception {
    byte[] bytes = STREAM.replace("\n", end).getBytes(StandardCharsets.UTF_8);
    for (int first = 0; first <= bytes.length; first++) {
      for (int second = first; second <= bytes.length; second++) {
        assertThat(
                read(
                    Arrays.copyOf(bytes, first),
                    Arrays.copyOfRange(bytes, first, second),
                    Arrays.copyOfRange(bytes, second, bytes.length)))
            .isEqualTo(EXPECTED);
      }
    }
  }

  @Test
  void aLineWithoutAnEndIsNotKeptForEver() {
    byte[] flood = "x".repeat(2000).getBytes(StandardCharsets.UTF_8);
    assertThatExceptionOfType(EventReader.TooLongException.class).isThrownBy(() -> read(flood));
    byte[] lines = "data: 0123456789\n".repeat(100).getBytes(StandardCharsets.UTF_8);
    assertThatExceptionOfType(EventReader.TooLongException.class).isThrownBy(() -> read(lines));
  }

  @Test
  void nothingHoldsNoEvents() throws Exception {
    assertThat(read()).isEmpty();
    assertThat(read(new byte[0], "\n\n: only a comment\n\n".getBytes(StandardCharsets.UTF_8)))
        .isEmpty();
  }
}
