package dev.otters.sessions.trace;

import dev.otters.home.text.Sha256;
import dev.otters.models.gateway.RequestBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A text of a trace.
 *
 * @param size the number of bytes that were sent
 * @param hash their SHA-256 in hex
 * @param stored what may be stored of it; empty for nothing
 */
record Content(long size, String hash, Optional<Stored> stored) {
  /** Bytes that are stored, in chunks. */
  static final class Stored {
    private final byte[] bytes;
    private final String hash;
    private final List<Chunk> chunks = new ArrayList<>();
    private final Map<String, byte[]> packed = new HashMap<>();

    /**
     * Cuts bytes into chunks.
     *
     * @param hash the SHA-256 in hex of the bytes with their files
     */
    Stored(byte[] bytes, String hash) {
      this.bytes = bytes;
      this.hash = hash;
      int from = 0;
      for (int to : Chunks.ends(bytes)) {
        chunks.add(new Chunk(from, to, Sha256.of(bytes, from, to)));
        from = to;
      }
    }

    /** Returns the SHA-256, which differs from that of what was sent if something was hidden. */
    String hash() {
      return hash;
    }

    List<Chunk> chunks() {
      return chunks;
    }

    /** Compresses the chunks of some hashes now, so that {@link #packed(Chunk)} need not. */
    void pack(Predicate<String> wanted) {
      for (Chunk chunk : chunks) {
        if (wanted.test(chunk.hash())) {
          packed.put(chunk.hash(), pack(chunk));
        }
      }
    }

    /** Returns a chunk, compressed. */
    byte[] packed(Chunk chunk) {
      byte[] early = packed.get(chunk.hash());
      return early == null ? pack(chunk) : early;
    }

    private byte[] pack(Chunk chunk) {
      return Packed.of(Arrays.copyOfRange(bytes, chunk.from(), chunk.to()));
    }

    /** Returns all bytes, compressed. */
    byte[] packed() {
      return Packed.of(bytes);
    }
  }

  /** A part of the bytes with its SHA-256 in hex. */
  record Chunk(int from, int to, String hash) {}

  /** Returns what a policy stores of a text. */
  static Content of(RequestBody sent, TracePolicy policy, UnaryOperator<String> redactor) {
    return new Content(sent.length(), sent.sha256(), stored(sent, policy, redactor));
  }

  /** Returns what is stored. Files stay marked, since the session has their bytes. */
  private static Optional<Stored> stored(
      RequestBody sent, TracePolicy policy, UnaryOperator<String> redactor) {
    return switch (policy) {
      case FULL -> Optional.of(new Stored(sent.text(), sent.sha256()));
      case REDACTED -> {
        String text = new String(sent.text(), StandardCharsets.UTF_8);
        String shown = redactor.apply(text);
        RequestBody kept =
            shown.equals(text) ? sent : sent.with(shown.getBytes(StandardCharsets.UTF_8));
        yield Optional.of(new Stored(kept.text(), kept.sha256()));
      }
      case SIZES, OFF -> Optional.empty();
    };
  }

  /** Returns the hash of what is stored if it differs from what was sent. */
  Optional<String> otherHash() {
    return stored.map(Stored::hash).filter(other -> !other.equals(hash));
  }

  /** Returns the same text, of which nothing is stored. */
  Content withoutText() {
    return new Content(size, hash, Optional.empty());
  }
}
