package dev.otters.agents.image;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes tars by hand, so that they can hold what no honest program writes. */
final class Tars {
  private static final int BLOCK = 512;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Tars file(String name, String text) {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  Tars file(String name, byte[] content) {
    header(name, '0', "", content.length);
    out.writeBytes(Arrays.copyOf(content, (content.length + BLOCK - 1) / BLOCK * BLOCK));
    return this;
  }

  Tars folder(String name) {
    header(name + "/", '5', "", 0);
    return this;
  }

  Tars link(String name, String target) {
    header(name, '2', target, 0);
    return this;
  }

  Tars hardLink(String name, String target) {
    header(name, '1', target, 0);
    return this;
  }

  Tars pipe(String name) {
    header(name, '6', "", 0);
    return this;
  }

  InputStream stream() {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.writeBytes(out.toByteArray());
    whole.writeBytes(new byte[2 * BLOCK]);
    return new ByteArrayInputStream(whole.toByteArray());
  }

  private void header(String name, char kind, String target, long size) {
    byte[] header = new byte[BLOCK];
    put(header, 0, name);
    put(header, 100, "0000644\0");
    put(header, 108, "0000000\0");
    put(header, 116, "0000000\0");
    put(header, 124, "%011o\0".formatted(size));
    put(header, 136, "00000000000\0");
    put(header, 148, "        ");
    header[156] = (byte) kind;
    put(header, 157, target);
    put(header, 257, "ustar\0" + "00");
    int sum = 0;
    for (byte value : header) {
      sum += value & 0xff;
    }
    put(header, 148, "%06o\0 ".formatted(sum));
    out.writeBytes(header);
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
