package dev.otters.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes damaged lines out of good ones. */
final class Fuzz {
  private static final List<String> SNIPPETS =
      List.of(
          "null",
          "true",
          "[",
          "]",
          "{",
          "}",
          "\"",
          "\\",
          "\\u0000",
          "\\ud800",
          "1e999",
          "-0",
          "9223372036854775808",
          ":",
          ",",
          "\"a\":",
          "[[[[[[[[",
          "\u00ff",
          "params",
          "id");

  private Fuzz() {}

  static List<byte[]> seeds() throws Exception {
    List<byte[]> seeds = new ArrayList<>();
    for (Call<?> call : Samples.calls()) {
      seeds.add(WireCodec.encode(new Message.Request(1, call)));
    }
    for (Answer answer : Samples.answers().values()) {
      seeds.add(WireCodec.encode(new Message.Response(1, answer)));
    }
    for (Message message : Samples.others()) {
      seeds.add(WireCodec.encode(message));
    }
    return seeds;
  }

  static byte[] mutate(byte[] seed, Random random) {
    byte[] line = seed;
    for (int change = random.nextInt(4); change >= 0; change--) {
      line =
          switch (random.nextInt(5)) {
            case 0 -> flipped(line, random);
            case 1 -> Arrays.copyOf(line, random.nextInt(line.length + 1));
            case 2 -> spliced(line, SNIPPETS.get(random.nextInt(SNIPPETS.size())), random);
            case 3 -> cut(line, random);
            default -> line;
          };
    }
    return line;
  }

  private static byte[] flipped(byte[] line, Random random) {
    byte[] copy = line.clone();
    if (copy.length > 0) {
      copy[random.nextInt(copy.length)] = (byte) random.nextInt(256);
    }
    return copy;
  }

  private static byte[] cut(byte[] line, Random random) {
    int from = random.nextInt(line.length + 1);
    int to = Math.min(line.length, from + random.nextInt(12));
    return joined(Arrays.copyOf(line, from), Arrays.copyOfRange(line, to, line.length));
  }

  private static byte[] spliced(byte[] line, String snippet, Random random) {
    int at = random.nextInt(line.length + 1);
    byte[] head = joined(Arrays.copyOf(line, at), snippet.getBytes(UTF_8));
    return joined(head, Arrays.copyOfRange(line, at, line.length));
  }

  private static byte[] joined(byte[] head, byte[] tail) {
    byte[] both = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, both, head.length, tail.length);
    return both;
  }
}
