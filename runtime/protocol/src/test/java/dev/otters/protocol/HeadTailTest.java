package dev.otters.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeadTailTest {
  @Test
  void whatFitsIsShownWhole() {
    HeadTail stream = new HeadTail(8);
    add(stream, "abc");
    add(stream, "defgh");

    assertThat(stream.shown(8, "[%d]")).isEqualTo("abcdefgh");
  }

  @Test
  void ofMoreTheBeginningAndTheEndAreShown() {
    HeadTail stream = new HeadTail(8);
    add(stream, "abcdefghijklmnopqrstuvwxyz");

    assertThat(stream.shown(8, "[%d]")).isEqualTo("abcd\n[18]\nwxyz");
    assertThat(stream.shown(4, "[%d]")).isEqualTo("ab\n[22]\nyz");
    assertThat(stream.total()).isEqualTo(26);
  }

  @Test
  void howItArrivesDoesNotMatter() {
    Random random = new Random(7);
    for (int round = 0; round < 2000; round++) {
      int capacity = 2 + random.nextInt(30);
      byte[] all = new byte[random.nextInt(100)];
      for (int at = 0; at < all.length; at++) {
        all[at] = (byte) ('a' + at % 26);
      }
      HeadTail stream = new HeadTail(capacity);
      for (int at = 0; at < all.length; ) {
        int length = Math.min(all.length - at, 1 + random.nextInt(40));
        stream.add(Arrays.copyOfRange(all, at, at + length), length);
        at += length;
      }
      assertThat(stream.shown(capacity, "[%d]")).isEqualTo(expected(all, capacity));
    }
  }

  @Test
  void noCharacterIsTornApart() {
    HeadTail stream = new HeadTail(10);
    add(stream, "ä🦦".repeat(10));

    assertThat(stream.shown(10, "[%d]")).isEqualTo("ä\n[54]\n🦦").doesNotContain("\uFFFD");
  }

  @Test
  void bytesThatAreNoTextAreShownAsSuch() {
    HeadTail stream = new HeadTail(8);
    stream.add(new byte[] {'a', 0, (byte) 0xFF, 'b'}, 4);

    assertThat(stream.shown(8, "[%d]")).isEqualTo("a␀\uFFFDb");
  }

  @Test
  void bytesAmongWhichNoCharacterBeginsAreShown() {
    for (int capacity = 2; capacity < 20; capacity++) {
      HeadTail stream = new HeadTail(capacity);
      byte[] middles = new byte[100];
      Arrays.fill(middles, (byte) 0x80);
      stream.add(middles, middles.length);

      assertThat(stream.shown(capacity, "[%d]")).contains("\n[");
    }
  }

  private static String expected(byte[] all, int capacity) {
    String text = new String(all, UTF_8);
    int part = capacity / 2;
    return all.length <= capacity
        ? text
        : text.substring(0, part)
            + "\n["
            + (all.length - 2 * part)
            + "]\n"
            + text.substring(all.length - part);
  }

  private static void add(HeadTail stream, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    stream.add(bytes, bytes.length);
  }
}
