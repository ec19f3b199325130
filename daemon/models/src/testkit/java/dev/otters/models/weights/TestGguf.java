package dev.otters.models.weights;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Small files of weights. */
public final class TestGguf {
  private TestGguf() {}

  /** Makes a file of a size: the head, and noise instead of numbers. */
  public static byte[] file(int size) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head());
    byte[] noise = new byte[size - out.size()];
    new Random(7).nextBytes(noise);
    out.writeBytes(noise);
    return out.toByteArray();
  }

  /** Makes a head that names llama, 2048 tokens and MIT, and has a list of texts. */
  public static byte[] head() {
    ByteBuffer head = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    head.put("GGUF".getBytes(StandardCharsets.US_ASCII)).putInt(3).putLong(1).putLong(5);
    text(head, "general.architecture").putInt(8);
    text(head, "llama");
    text(head, "llama.context_length").putInt(4).putInt(2048);
    text(head, "general.license").putInt(8);
    text(head, "mit");
    text(head, "tokens").putInt(9).putInt(8).putLong(2);
    text(text(head, "a"), "b");
    text(head, "scores").putInt(9).putInt(6).putLong(2).putFloat(1).putFloat(2);
    // Q8_0: 34 bytes for every 32 numbers, behind a head that ends at a multiple of 32.
    text(head, "weights").putInt(2).putLong(32).putLong(2).putInt(8).putLong(0);
    byte[] bytes = new byte[head.flip().remaining()];
    head.get(bytes);
    return bytes;
  }

  private static ByteBuffer text(ByteBuffer head, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return head.putLong(bytes.length).put(bytes);
  }
}
