package dev.otters.sessions.log;

import dev.otters.sessions.log.StreamItem.Delta;
import dev.otters.sessions.log.StreamItem.Durable;
import dev.otters.sessions.log.StreamItem.End;
import dev.otters.sessions.log.StreamItem.Note;
import dev.otters.sessions.log.StreamItem.Restarted;
import dev.otters.sessions.log.StreamItem.Snapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Follows one session. Events are read from the log by number, so none is missed or repeated; live
 * text comes between them. A slow follower delays no one: unread text accumulates in one piece, up
 * to a limit, until the message that carries the whole text is in the log. One thread reads; any
 * thread may call {@link #close}.
 */
public final class Follower implements AutoCloseable {
  /** The limit on unread text in characters, which take up to 1 MiB. */
  static final int MAX_UNREAD = 512 * 1024;

  /** The limit on unread events in characters. Above it, they are read from the log. */
  static final int MAX_EVENTS = 64 * 1024;

  /** Reads a page of the events after the first number and up to the second. */
  public interface Log {
    List<SessionEvent> between(long after, long upTo);
  }

  /** An unread item. There is at most one of each kind, and news between them. */
  private sealed interface Entry {
    /** The log has events up to this number; later ones come after the entries that follow. */
    record News(long upTo) implements Entry {}

    /** An event that the log has. Saves reading it if the follower has read all earlier ones. */
    record Fresh(SessionEvent event) implements Entry {}

    record Text(StringBuilder text) implements Entry {}

    record Whole(String text) implements Entry {}

    record Remark(String text) implements Entry {}

    record Again() implements Entry {}

    default boolean live() {
      return this instanceof Text || this instanceof Whole || this instanceof Again;
    }

    default int length() {
      return switch (this) {
        case Text(StringBuilder text) -> text.length();
        case Whole(String text) -> text.length();
        case News _, Fresh _, Remark _, Again _ -> 0;
      };
    }
  }

  private final Log log;
  private final Consumer<Follower> onClose;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Deque<Entry> entries = new ArrayDeque<>();
  private final Deque<SessionEvent> fetched = new ArrayDeque<>();
  private long cursor;
  private boolean cut;
  private boolean ended;

  Follower(long after, Log log, Consumer<Follower> onClose) {
    this.cursor = after;
    this.log = log;
    this.onClose = onClose;
  }

  /**
   * Returns the next item, or empty when the time is over.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public Optional<StreamItem> next(Duration patience) throws InterruptedException {
    long left = patience.toNanos();
    while (true) {
      if (!fetched.isEmpty()) {
        SessionEvent event = fetched.removeFirst();
        cursor = event.seq();
        return Optional.of(new Durable(event));
      }
      Entry entry;
      lock.lockInterruptibly();
      try {
        while (entries.isEmpty() && !ended) {
          if (left <= 0) {
            return Optional.empty();
          }
          left = changed.awaitNanos(left);
        }
        entry = entries.pollFirst();
      } finally {
        lock.unlock();
      }
      Optional<StreamItem> item = read(entry);
      if (item.isPresent()) {
        return item;
      }
    }
  }

  private Optional<StreamItem> read(@Nullable Entry entry) {
    return switch (entry) {
      case null -> Optional.of(new End());
      case Entry.News news -> fetch(news);
      case Entry.Fresh(SessionEvent event) when event.seq() == cursor + 1 -> {
        cursor = event.seq();
        yield Optional.of(new Durable(event));
      }
      case Entry.Fresh(SessionEvent event) -> fetch(new Entry.News(event.seq()));
      case Entry.Text text -> Optional.of(new Delta(text.text().toString()));
      case Entry.Whole whole -> Optional.of(new Snapshot(whole.text()));
      case Entry.Remark remark -> Optional.of(new Note(remark.text()));
      case Entry.Again again -> Optional.of(new Restarted());
    };
  }

  private Optional<StreamItem> fetch(Entry.News news) {
    fetched.addAll(log.between(cursor, news.upTo()));
    if (!fetched.isEmpty() && fetched.getLast().seq() < news.upTo()) {
      locked(() -> entries.addFirst(news));
    }
    return Optional.empty();
  }

  /** Announces an event that the log has. Above the limit on events, keeps its number only. */
  void committed(SessionEvent event) {
    locked(
        () -> {
          boolean behind = entries.stream().anyMatch(entry -> entry instanceof Entry.News);
          long unread = entries.stream().mapToLong(Follower::body).sum();
          boolean fits = !behind && unread + event.body().length() <= MAX_EVENTS;
          add(fits ? new Entry.Fresh(event) : new Entry.News(event.seq()));
        });
  }

  private static long body(Entry entry) {
    return entry instanceof Entry.Fresh(SessionEvent event) ? event.body().length() : 0;
  }

  void news(long upTo) {
    locked(() -> add(new Entry.News(upTo)));
  }

  /**
   * Adds text to the unread text and replaces an unread remark. Above the limit, drops it and the
   * rest of the completion.
   */
  void delta(String text) {
    locked(
        () -> {
          cut = cut || entries.stream().mapToInt(Entry::length).sum() + text.length() > MAX_UNREAD;
          if (!cut) {
            remove(entry -> entry instanceof Entry.Remark);
            unread().append(text);
          }
        });
  }

  private StringBuilder unread() {
    for (Entry entry : entries) {
      if (entry instanceof Entry.Text(StringBuilder text)) {
        return text;
      }
    }
    StringBuilder text = new StringBuilder();
    add(new Entry.Text(text));
    return text;
  }

  /** Sends the text so far, or none if it is above the limit. */
  void snapshot(String text) {
    locked(
        () -> {
          cut = text.length() > MAX_UNREAD;
          add(new Entry.Whole(cut ? "" : text));
        });
  }

  /** Sends a remark, which replaces an earlier unread one. */
  void note(String text) {
    locked(
        () -> {
          remove(entry -> entry instanceof Entry.Remark);
          add(new Entry.Remark(text));
        });
  }

  /** Discards the unread text: a message in the log replaces it. */
  void replaced() {
    locked(
        () -> {
          cut = false;
          remove(Entry::live);
        });
  }

  /** Discards the unread text, which is void. */
  void restarted() {
    locked(
        () -> {
          cut = false;
          remove(Entry::live);
          add(new Entry.Again());
        });
  }

  private void remove(Predicate<Entry> unwanted) {
    List<Entry> all = List.copyOf(entries);
    entries.clear();
    all.stream().filter(unwanted.negate()).forEach(this::add);
  }

  /** Adds an entry. News replaces what the log has directly before it. */
  private void add(Entry entry) {
    while (entry instanceof Entry.News && logged(entries.peekLast())) {
      entries.removeLast();
    }
    entries.addLast(entry);
  }

  private static boolean logged(@Nullable Entry entry) {
    return entry instanceof Entry.News || entry instanceof Entry.Fresh;
  }

  void end() {
    locked(() -> ended = true);
  }

  /** Stops following. A waiting {@link #next} returns {@link End}. */
  @Override
  public void close() {
    end();
    onClose.accept(this);
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
