package dev.otters.sessions.conversation;

import dev.otters.home.store.Rows;
import dev.otters.sessions.log.ActivationRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The conversations of running attempts, as far as their steps have read them, so that a step reads
 * only what is new. The log stays the truth: whatever is dropped here is read again. Thread-safe.
 */
public final class OpenConversations {
  private final long limit;
  private final Map<String, Conversation> kept = new LinkedHashMap<>();
  private long bytes;

  /**
   * Creates an empty store.
   *
   * @param limit the most bytes to keep; the attempts that were read longest ago go first
   */
  public OpenConversations(long limit) {
    this.limit = limit;
  }

  /** The conversation of an attempt with one context. Belongs to one thread at a time. */
  public static final class Conversation {
    private final long fence;
    private final String hash;
    private final Contexts.Loaded loaded;
    private final Transcripts transcripts;
    private long size;

    private Conversation(ActivationRow turn, String hash, Contexts.Loaded loaded) {
      this.fence = turn.fence();
      this.hash = hash;
      this.loaded = loaded;
      this.transcripts =
          new Transcripts(turn.session(), turn.id(), turn.fence(), loaded.context().window());
    }

    /** Returns the context. */
    public Contexts.Loaded loaded() {
      return loaded;
    }

    private boolean isOf(ActivationRow turn, String context) {
      return fence == turn.fence() && hash.equals(context);
    }
  }

  /** Takes the conversation of the current attempt, or begins it. */
  public Conversation take(Rows rows, ActivationRow turn) {
    String hash = Contexts.hash(rows, turn);
    return take(turn.id())
        .filter(it -> it.isOf(turn, hash))
        .orElseGet(() -> new Conversation(turn, hash, Contexts.load(rows, hash)));
  }

  /** Returns the context of the current attempt. */
  public Contexts.Loaded loaded(Rows rows, ActivationRow turn) {
    String hash = Contexts.hash(rows, turn);
    synchronized (this) {
      Conversation known = kept.get(turn.id());
      if (known != null && known.isOf(turn, hash)) {
        return known.loaded;
      }
    }
    return Contexts.load(rows, hash);
  }

  /** Reads what is new in a conversation that was taken, and keeps it for the next step. */
  public Transcripts.Transcript read(Rows rows, ActivationRow turn, Conversation taken) {
    Transcripts.Transcript transcript = taken.transcripts.read(rows);
    taken.size = size(rows, turn, taken);
    keep(turn.id(), taken);
    return transcript;
  }

  /** Returns about how many bytes the next request of an attempt takes. */
  public static long size(Rows rows, ActivationRow turn, Conversation taken) {
    Contexts.Loaded loaded = taken.loaded;
    return loaded.systemPrompt().length()
        + Transcripts.size(rows, turn.session(), loaded.context().window());
  }

  /** Keeps a conversation that was taken and not read. */
  public void giveBack(ActivationRow turn, Conversation taken) {
    keep(turn.id(), taken);
  }

  /** Drops the conversation of a turn that is over. */
  public void forget(String activation) {
    Optional<Conversation> unused = take(activation);
  }

  private synchronized Optional<Conversation> take(String activation) {
    Optional<Conversation> taken = Optional.ofNullable(kept.remove(activation));
    bytes -= taken.map(it -> it.size).orElse(0L);
    return taken;
  }

  private synchronized void keep(String activation, Conversation read) {
    forget(activation);
    long room = limit - read.size;
    while (bytes > room && !kept.isEmpty()) {
      forget(kept.keySet().iterator().next());
    }
    if (bytes <= room) {
      kept.put(activation, read);
      bytes += read.size;
    }
  }
}
