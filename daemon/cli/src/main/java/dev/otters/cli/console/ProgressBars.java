package dev.otters.cli.console;

import dev.otters.api.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Draws a line for each item and redraws it as the work proceeds. At the end, only lasting lines
 * stay.
 */
final class ProgressBars implements ProgressView {
  private static final long REDRAW_NANOS = 80_000_000;
  private static final int MOST_LINES = 8;
  private static final int BAR = 24;
  private static final int LEAST_BAR = 5;
  private static final int LEAST_WIDTH = 20;

  private final Console console;
  private final LongSupplier clock;
  private final Map<String, Item> items = new LinkedHashMap<>();
  private int drawn;
  private boolean closed;
  private long last;

  /**
   * The last known state of an item.
   *
   * @param started the start of its phase
   * @param from the amount done at that time
   */
  private record Item(Progress progress, long started, long from) {
    boolean ended() {
      return progress.total() > 0 && progress.done() >= progress.total();
    }

    long bytes() {
      return Sizes.counts(progress) ? progress.total() : 0;
    }
  }

  ProgressBars(Console console, LongSupplier clock) {
    this.console = console;
    this.clock = clock;
    this.last = clock.getAsLong() - REDRAW_NANOS;
  }

  @Override
  public synchronized void show(Progress progress) {
    if (closed) {
      return;
    }
    long now = clock.getAsLong();
    Item before = items.get(progress.item());
    boolean samePhase = before != null && before.progress().phase().equals(progress.phase());
    items.put(
        progress.item(),
        before != null && samePhase
            ? new Item(progress, before.started(), before.from())
            : new Item(progress, now, progress.done()));
    if (now - last >= REDRAW_NANOS || !samePhase) {
      last = now;
      draw(now);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    erase();
  }

  private void draw(long now) {
    List<Item> shown = shown();
    StringBuilder lines = new StringBuilder();
    shown.forEach(item -> lines.append(fit(line(item, now))).append('\n'));
    boolean more = shown.size() < items.size();
    if (more) {
      lines.append(fit(others(shown))).append('\n');
    }
    erase();
    console.noteText(lines.toString());
    drawn = shown.size() + (more ? 1 : 0);
  }

  /** Counts the items for which there is no room. */
  private String others(List<Item> shown) {
    List<Item> others = items.values().stream().filter(item -> !shown.contains(item)).toList();
    long ended = others.stream().filter(Item::ended).count();
    long bytes = others.stream().filter(Item::ended).mapToLong(Item::bytes).sum();
    return others.size()
        + " more"
        + (ended > 0 ? ", " + ended + " done" : "")
        + (bytes > 0 ? ": " + Sizes.of(bytes) : "");
  }

  /** Returns the items to show, in their order. Running items come before finished ones. */
  private List<Item> shown() {
    List<Item> all = new ArrayList<>(items.values());
    for (int i = 0; i < all.size() && all.size() > MOST_LINES; ) {
      if (all.get(i).ended()) {
        all.remove(i);
      } else {
        i++;
      }
    }
    return all.subList(Math.max(0, all.size() - MOST_LINES), all.size());
  }

  private void erase() {
    if (drawn > 0) {
      // The terminal may have echoed an interrupt here.
      console.noteText("\r\u001b[" + drawn + "A\u001b[J");
      drawn = 0;
    }
  }

  private String line(Item item, long now) {
    Progress progress = item.progress();
    StringBuilder line =
        new StringBuilder(String.format("%-8s %s", progress.phase(), progress.item()));
    if (Sizes.counts(progress)) {
      String sizes = Sizes.of(progress.done()) + "/" + Sizes.of(progress.total());
      String left = left(item, now - item.started());
      int room = width() - line.length() - sizes.length() - left.length() - " [] ".length();
      int bar = Math.min(BAR, room);
      if (bar >= LEAST_BAR) {
        int filled = (int) Math.min(bar, bar * progress.done() / progress.total());
        line.append(" [").repeat('=', filled).repeat(' ', bar - filled).append(']');
      }
      line.append(' ').append(sizes).append(left);
    }
    return Console.harmless(line.toString());
  }

  private static String left(Item item, long nanos) {
    Progress progress = item.progress();
    long come = progress.done() - item.from();
    if (come <= 0 || progress.done() >= progress.total() || nanos < 1_000_000_000) {
      return "";
    }
    double seconds = (double) (progress.total() - progress.done()) / come * nanos / 1e9;
    return seconds < 1 ? "" : " " + Times.took(Duration.ofSeconds((long) seconds)) + " left";
  }

  private int width() {
    return Math.max(LEAST_WIDTH, console.terminal().columns() - 1);
  }

  private String fit(String line) {
    int width = width();
    return line.codePointCount(0, line.length()) <= width
        ? line
        : line.substring(0, line.offsetByCodePoints(0, width - 1)) + "…";
  }
}
