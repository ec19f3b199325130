package dev.otters.cli.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Writes regular files as a tar: ustar headers, with pax headers for long or non-ASCII names,
 * without owners and times.
 */
public final class TarWriter {
  private static final int BLOCK = 512;
  private static final int NAME = 100;

  private final OutputStream out;

  /** Creates a writer; the stream stays open. */
  public TarWriter(OutputStream out) {
    this.out = out;
  }

  /** Writes a file from memory. */
  public void file(String name, byte[] content) throws IOException {
    start(name, content.length, false);
    out.write(content);
    pad(content.length);
  }

  /**
   * Writes a file from the disk.
   *
   * @throws IOException also when its size changes while it is read
   */
  public void file(String name, Path file) throws IOException {
    long size = Files.size(file);
    start(name, size, Files.isExecutable(file));
    try (InputStream in = Files.newInputStream(file)) {
      byte[] buffer = new byte[1 << 16];
      long left = size;
      for (int n;
          left > 0 && (n = in.read(buffer, 0, (int) Math.min(left, buffer.length))) > 0;
          left -= n) {
        out.write(buffer, 0, n);
      }
      if (left > 0 || in.read() >= 0) {
        throw new IOException(file + " changed while it was read");
      }
    }
    pad(size);
  }

  /** Writes the end of the archive. */
  public void finish() throws IOException {
    out.write(new byte[2 * BLOCK]);
    out.flush();
  }

  private void start(String name, long size, boolean executable) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    boolean plain = bytes.length <= NAME && name.chars().allMatch(c -> c < 128);
    if (!plain) {
      byte[] record = pax(name);
      header("PaxHeader", record.length, 'x', false);
      out.write(record);
      pad(record.length);
    }
    header(plain ? name : "long", size, '0', executable);
  }

  /** Returns {@code LENGTH path=NAME\n}; the length includes its own digits. */
  private static byte[] pax(String name) {
    byte[] rest = (" path=" + name + "\n").getBytes(StandardCharsets.UTF_8);
    int length = rest.length + 1;
    while (length != rest.length + String.valueOf(length).length()) {
      length = rest.length + String.valueOf(length).length();
    }
    byte[] digits = String.valueOf(length).getBytes(StandardCharsets.US_ASCII);
    byte[] record = Arrays.copyOf(digits, length);
    System.arraycopy(rest, 0, record, digits.length, rest.length);
    return record;
  }

  private void header(String name, long size, char type, boolean executable) throws IOException {
    if (size >= 1L << 33) {
      throw new IOException(name + " is larger than a tar can hold");
    }
    byte[] block = new byte[BLOCK];
    put(block, 0, name);
    put(block, 100, executable ? "0000755" : "0000644");
    put(block, 108, "0000000");
    put(block, 116, "0000000");
    put(block, 124, String.format(Locale.ROOT, "%011o", size));
    put(block, 136, "00000000000");
    put(block, 148, "        ");
    block[156] = (byte) type;
    put(block, 257, "ustar");
    put(block, 263, "00");
    int sum = 0;
    for (byte b : block) {
      sum += b & 0xff;
    }
    put(block, 148, String.format(Locale.ROOT, "%06o", sum));
    block[154] = 0;
    out.write(block);
  }

  private static void put(byte[] block, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, block, at, bytes.length);
  }

  private void pad(long size) throws IOException {
    out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
  }
}
