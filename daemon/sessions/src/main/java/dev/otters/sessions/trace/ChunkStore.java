package dev.otters.sessions.trace;

import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The table {@code trace_chunks}: parts of texts, compressed, each once by its SHA-256. A text is
 * stored as the ids of its chunks, in runs of consecutive ones.
 */
final class ChunkStore {
  private static final int PAGE = 2000;

  /** The most gaps between used chunks that a transaction deletes. */
  private static final int GAPS = 200;

  private ChunkStore() {}

  /** Stores the chunks that are not there, and returns the ids of all. */
  static byte[] put(Tx tx, Content.Stored text) {
    Map<String, Long> known = known(tx, text.chunks());
    List<Long> ids = new ArrayList<>();
    for (Content.Chunk chunk : text.chunks()) {
      ids.add(known.computeIfAbsent(chunk.hash(), hash -> add(tx, text, chunk)));
    }
    return encode(ids);
  }

  private static Map<String, Long> known(Rows rows, List<Content.Chunk> chunks) {
    String hashes =
        chunks.stream()
            .map(chunk -> '"' + chunk.hash() + '"')
            .collect(Collectors.joining(",", "[", "]"));
    Map<String, Long> known = new HashMap<>();
    rows.list(
            "SELECT id, lower(hex(hash)) AS hash FROM trace_chunks WHERE hash IN (SELECT"
                + " unhex(value) FROM json_each(?))",
            row -> Map.entry(row.text("hash"), row.number("id")),
            hashes)
        .forEach(entry -> known.put(entry.getKey(), entry.getValue()));
    return known;
  }

  private static long add(Tx tx, Content.Stored text, Content.Chunk chunk) {
    return tx.number(
        "INSERT INTO trace_chunks(hash, body) VALUES(unhex(?), ?) RETURNING id AS n",
        chunk.hash(),
        text.packed(chunk));
  }

  /**
   * Returns the text of these ids.
   *
   * @throws StoreException if a chunk is missing or damaged
   */
  static byte[] get(Rows rows, byte[] ids) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (Run run : decode(ids)) {
      List<byte[]> parts =
          rows.list(
              "SELECT body FROM trace_chunks WHERE id BETWEEN ? AND ? ORDER BY id",
              row -> Packed.open(row.bytes("body")),
              run.first(),
              run.last());
      if (parts.size() != run.last() - run.first() + 1) {
        throw StoreException.unknown("chunk", Long.toString(run.first()));
      }
      parts.forEach(text::writeBytes);
    }
    return text.toByteArray();
  }

  /** Consecutive ids. */
  private record Run(long first, long last) {}

  private static byte[] encode(List<Long> ids) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long before = 0;
    for (int at = 0; at < ids.size(); ) {
      int end = at + 1;
      while (end < ids.size() && ids.get(end) == ids.get(end - 1) + 1) {
        end++;
      }
      long step = ids.get(at) - before;
      number(out, (step << 1) ^ (step >> 63));
      number(out, end - at);
      before = ids.get(end - 1);
      at = end;
    }
    return out.toByteArray();
  }

  private static void number(ByteArrayOutputStream out, long number) {
    long rest = number;
    for (; rest >>> 7 != 0; rest >>>= 7) {
      out.write((int) ((rest & 0x7f) | 0x80));
    }
    out.write((int) rest);
  }

  private static List<Run> decode(byte[] ids) {
    List<Run> runs = new ArrayList<>();
    long before = 0;
    long[] pair = new long[2];
    int which = 0;
    int shift = 0;
    for (byte next : ids) {
      pair[which] |= (long) (next & 0x7f) << shift;
      shift += 7;
      if (next >= 0) {
        shift = 0;
        which++;
      }
      if (which == 2) {
        long first = before + ((pair[0] >>> 1) ^ -(pair[0] & 1));
        before = first + pair[1] - 1;
        runs.add(new Run(first, before));
        pair = new long[2];
        which = 0;
      }
    }
    return runs;
  }

  /** The chunks that traces use. Reads the traces page by page. */
  static final class Used {
    private final BitSet ids = new BitSet();
    private final long newest;
    private long upTo;
    private long from = 1;

    /** Creates an empty set. Chunks that are added from now on count as used. */
    Used(Rows rows) {
      newest = rows.number("SELECT max(id) AS n FROM trace_chunks");
    }

    /** Adds a page of traces, and returns whether there was one. */
    boolean add(Rows rows) {
      long before = upTo;
      rows.list(
              "SELECT key, request FROM traces WHERE key > ? AND request IS NOT NULL ORDER BY key"
                  + " LIMIT "
                  + PAGE,
              row -> Map.entry(row.number("key"), row.bytes("request")),
              upTo)
          .forEach(trace -> add(trace.getKey(), trace.getValue()));
      return upTo > before;
    }

    private void add(long trace, byte[] request) {
      upTo = trace;
      for (Run run : decode(request)) {
        long last = Math.min(run.last(), newest);
        if (run.first() > 0 && run.first() <= last) {
          ids.set((int) run.first(), Math.toIntExact(last + 1));
        }
      }
    }

    /**
     * Deletes a portion of the chunks that no trace uses, also none that was added meanwhile.
     *
     * @return whether there is another portion
     */
    boolean sweep(Tx tx) {
      boolean more = true;
      while (more) {
        more = add(tx);
      }
      for (int gaps = 0; gaps < GAPS && from <= newest; gaps++) {
        int unused = ids.nextClearBit((int) from);
        int used = ids.nextSetBit(unused);
        long end = Math.min(used < 0 ? newest : used - 1L, newest);
        long last = Math.min(end, unused + PAGE - 1L);
        int deleted = tx.execute("DELETE FROM trace_chunks WHERE id BETWEEN ? AND ?", unused, last);
        from = last + 1;
        if (deleted > GAPS) {
          break;
        }
      }
      return from <= newest;
    }
  }
}
