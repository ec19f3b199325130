package dev.otters.models.gateway;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.otters.api.trace.TracePrompt;
import dev.otters.home.text.Sha256;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request to a vendor: JSON in which the SHA-256 of a file, between two {@linkplain
 * TracePrompt#MARK marks}, stands for the file in base64. A file is read in parts whenever the body
 * is written, so the memory holds none as a whole. JSON itself never contains the character of a
 * mark.
 */
public final class RequestBody {
  private static final int HASH = 64;

  private final byte[] text;
  private final Files files;
  private @Nullable Measured measured;

  /** The source of files. */
  @FunctionalInterface
  public interface Files {
    /** No files. */
    Files NONE =
        (sha256, out) -> {
          throw new IOException("unknown file " + sha256);
        };

    /** Writes the bytes of a file, in parts. */
    void write(String sha256, OutputStream out) throws IOException;
  }

  private record Measured(long length, String sha256) {}

  /** Creates a body. The text must not change. */
  public RequestBody(byte[] text, Files files) {
    this.text = text;
    this.files = files;
  }

  /** Returns a body without files. */
  public static RequestBody of(byte[] text) {
    return new RequestBody(text, Files.NONE);
  }

  /** Returns a body with another text and the same files. */
  public RequestBody with(byte[] other) {
    return new RequestBody(other, files);
  }

  /** Returns the text with marks. */
  public byte[] text() {
    return text;
  }

  /** Returns whether a file stands in the text. */
  public boolean hasFiles() {
    return mark(0) < text.length;
  }

  /** Returns the number of bytes that {@link #writeTo} writes. */
  public long length() {
    return measured().length();
  }

  /** Returns the SHA-256 of what {@link #writeTo} writes, in hex. */
  public String sha256() {
    return measured().sha256();
  }

  private synchronized Measured measured() {
    Measured known = measured;
    if (known == null) {
      known = measure();
      measured = known;
    }
    return known;
  }

  private Measured measure() {
    try {
      MessageDigest digest = Sha256.digest();
      Counter counter = new Counter();
      writeTo(new DigestOutputStream(counter, digest));
      return new Measured(counter.count, HexFormat.of().formatHex(digest.digest()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the body with its files. The stream stays open. */
  public void writeTo(OutputStream out) throws IOException {
    for (int from = 0; from < text.length; ) {
      int mark = mark(from);
      out.write(text, from, mark - from);
      from = mark;
      if (mark < text.length) {
        try (OutputStream encoded = Base64.getEncoder().wrap(new Open(out))) {
          files.write(new String(text, mark + 1, HASH, US_ASCII), encoded);
        }
        from = mark + HASH + 2;
      }
    }
  }

  /** Returns the place of the next file, or the end of the text. */
  private int mark(int from) {
    for (int at = from; at + HASH + 1 < text.length; at++) {
      if (text[at] == TracePrompt.MARK && isFile(at)) {
        return at;
      }
    }
    return text.length;
  }

  private boolean isFile(int mark) {
    for (int at = mark + 1; at <= mark + HASH; at++) {
      if (Character.digit(text[at], 16) < 0) {
        return false;
      }
    }
    return text[mark + HASH + 1] == TracePrompt.MARK;
  }

  /** Keeps a stream open, and passes bytes on in blocks. */
  private static final class Open extends FilterOutputStream {
    Open(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() {
      // The caller writes on.
    }
  }

  private static final class Counter extends OutputStream {
    private long count;

    @Override
    public void write(int value) {
      count++;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      count += length;
    }
  }
}
