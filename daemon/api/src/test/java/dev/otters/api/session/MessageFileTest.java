package dev.otters.api.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageFileTest {
  private static MessageFile file(String type, long size) {
    return new MessageFile("a", type, size, "hash");
  }

  @ParameterizedTest
  @CsvSource({
    "image/png, 10, 15000",
    "image/webp, 20000000, 15000",
    "application/pdf, 10, 15000",
    "application/pdf, 70000, 70000",
    "application/pdf, 20000000, 150000",
    "text/plain, 10, 10",
    "text/plain, 1000000, 1000000",
  })
  void anImageCountsTheSameOfAnySizeAndAPdfWithinLimits(String type, long size, long weight) {
    assertThat(file(type, size).weight()).isEqualTo(weight);
  }

  @ParameterizedTest
  @CsvSource({"1, 1 byte", "999, 999 bytes", "1000, 1 kB", "11001, 12 kB", "1500000, 1.5 MB"})
  void aLineNamesTheFileItsTypeAndItsSize(long size, String shown) {
    assertThat(file("image/png", size).line()).isEqualTo("[file a, image/png, " + shown + "]");
  }

  @Test
  void noTextEndsItsFence() {
    assertThat(file("text/plain", 3).block("abc").lines())
        .containsExactly("[file a, text/plain, 3 bytes]", "```", "abc", "```");
    assertThat(file("text/plain", 9).block("`````\nx\n").lines())
        .endsWith("``````", "`````", "x", "``````");
  }

  @Test
  void anEventOfAnotherFormHasNoFiles() {
    for (Object files : new Object[] {"x", 1, Map.of(), List.of("x")}) {
      SessionEvent event =
          new SessionEvent(
              1, "e", EventType.USER_MESSAGE, null, null, Instant.EPOCH, Map.of("files", files));
      assertThat(event.files()).isEmpty();
    }
  }
}
