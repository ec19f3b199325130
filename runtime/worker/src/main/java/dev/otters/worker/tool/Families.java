package dev.otters.worker.tool;

import dev.otters.worker.sandbox.Linux;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts tools and ends them with all their descendants.
 *
 * <p>This process is a child subreaper: a descendant whose parents have ended becomes its child,
 * whatever process session it moved to. A child that is not the root of a running family is
 * therefore a leftover. It belongs to the family whose mark it carries. Without a known mark, it
 * may belong to any older running family, and ends with the last of them.
 *
 * <p>Every process of this program must be started here. Thread-safe.
 */
public final class Families {
  /** The variable that holds the mark of a family. */
  static final String MARK = "OTTERS_CALL";

  private static final int FREEZE_ROUNDS = 1000;
  private static final int FREEZE_ROUNDS_ALONE = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * How often to look at a process without an environment. It may have been in the middle of an
   * execve, where it shows no mark, or may have none for good. A time would be no limit: a busy
   * machine looks seldom.
   */
  private static final int LOOKS = 50;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** How often to find what may run before everything is stopped to find out. */
  private static final int UNSURE_LOOKS = 3;

  /** How many processes that started during a look are looked at, and how far above them. */
  private static final int MOST_NEWER = 256;

  private static final int MOST_ABOVE = 256;

  private final boolean alone;
  private final long self = ProcessHandle.current().pid();
  private final Map<String, Family> running = new HashMap<>();
  private final Set<Long> roots = new HashSet<>();
  private long lastMark;

  /**
   * Creates families.
   *
   * @param alone whether this process and its tools have a process namespace of their own. All
   *     processes in it may then be stopped for a moment, which finds also those that are replaced
   *     by a child of theirs faster than the process table can be read.
   */
  public Families(boolean alone) {
    this.alone = alone;
  }

  /**
   * Starts a tool. If the sandbox has no room for another process, ended processes that {@link
   * #end} did not wait for are reaped first: they count against the sandbox's process limit.
   *
   * @throws IOException if the tool cannot be started; nothing of it runs then
   */
  synchronized Family start(ProcessBuilder builder) throws IOException {
    String mark = self + "-" + ++lastMark;
    builder.environment().put(MARK, mark);
    try {
      return begin(builder, mark);
    } catch (ProcessLimitException full) {
      if (reapEnded(ProcessEntry.all()) == 0) {
        throw full;
      }
      return begin(builder, mark);
    }
  }

  private Family begin(ProcessBuilder builder, String mark) throws IOException {
    long startTicks = ProcessEntry.nowTicks();
    Family family = new Family(mark, launch(builder, mark), startTicks);
    running.put(mark, family);
    roots.add(family.root().pid());
    return family;
  }

  /** Ends a family and returns when no process of it runs. Ending it again changes nothing. */
  void end(Family family) {
    try {
      kill(family);
      boolean sure = !alone;
      int unsure = 0;
      long killed = System.nanoTime();
      Rest rest = look(family, true, sure);
      for (int look = 2;
          rest != Rest.NOTHING && System.nanoTime() - killed < PATIENCE.toNanos();
          look++) {
        if (!sure && rest == Rest.RUNNING && ++unsure >= UNSURE_LOOKS) {
          sure = killAllAtOnce(family);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
        rest = look(family, look < LOOKS, sure);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read the process table", failure);
    } finally {
      forget(family);
    }
  }

  private Process launch(ProcessBuilder builder, String mark) throws IOException {
    try {
      return builder.start();
    } catch (OutOfMemoryError noThread) {
      // The JDK needs a thread to wait for the child, which may have started already.
      for (ProcessEntry entry : ProcessEntry.all()) {
        if (entry.parent() == self && entry.variable(MARK).equals(Optional.of(mark))) {
          Linux.signal(entry.pid(), Linux.SIGKILL);
        }
      }
      throw new ProcessLimitException(noThread);
    } catch (IOException failure) {
      throw ProcessLimitException.isBehind(failure) ? new ProcessLimitException(failure) : failure;
    }
  }

  /** Freezes all processes, so that none can fork away, and then kills them. */
  private synchronized void kill(Family family) throws IOException {
    Set<Long> frozen = new HashSet<>();
    for (int round = 0; round < (alone ? FREEZE_ROUNDS_ALONE : FREEZE_ROUNDS); round++) {
      boolean changed = false;
      for (ProcessEntry member : members(family, ProcessEntry.all()).processes()) {
        if (member.isAlive() && frozen.add(member.pid())) {
          Linux.signal(member.pid(), Linux.SIGSTOP);
          changed = true;
        }
      }
      if (!changed) {
        break;
      }
    }
    frozen.forEach(pid -> Linux.signal(pid, Linux.SIGKILL));
  }

  /**
   * Kills all processes while none of this sandbox runs. Returns whether none was missed: one in
   * the middle of an execve does not show whose it is.
   */
  private synchronized boolean killAllAtOnce(Family family) throws IOException {
    try (Standstill _ = new Standstill()) {
      Members members = members(family, ProcessEntry.all());
      for (ProcessEntry member : members.processes()) {
        Linux.signal(member.pid(), Linux.SIGKILL);
      }
      return !members.anyReplacing();
    }
  }

  /** The outcomes of a look at a family that was killed. */
  enum Rest {
    NOTHING,
    /** Processes that have ended or are about to, or others that do not show whose they are. */
    ENDING,
    /** A process that runs, or one that started meanwhile and may be the family's. */
    RUNNING
  }

  /**
   * Reaps ended processes, kills the others, and returns what was left. Ended processes do not show
   * their family, so all of them are reaped.
   *
   * @param unknown whether a leftover that shows no environment is a reason to look again
   * @param sure whether a process that started meanwhile is none
   */
  synchronized Rest look(Family family, boolean unknown, boolean sure) throws IOException {
    long newest = ProcessEntry.newest();
    List<ProcessEntry> table = ProcessEntry.all();
    Members members = members(family, table);
    boolean running = members.anyReplacing() || (!sure && anyNewer(family, newest));
    boolean ending = family.root().isAlive() || (unknown && members.anyUnknown());
    for (ProcessEntry member : members.processes()) {
      boolean descendant = member.pid() != family.root().pid();
      ending |= descendant;
      running |= descendant && member.isAlive();
      if (member.isAlive()) {
        Linux.signal(member.pid(), Linux.SIGKILL);
      }
    }
    reapEnded(table);
    return running ? Rest.RUNNING : ending ? Rest.ENDING : Rest.NOTHING;
  }

  /** Reports whether a process that started after another one may be the family's. */
  private boolean anyNewer(Family family, long other) throws IOException {
    long newest = ProcessEntry.newest();
    if (newest < other || newest - other > MOST_NEWER) {
      return true;
    }
    for (long pid = other + 1; pid <= newest; pid++) {
      if (mayBeOf(family, pid)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Reports whether a process or thread may be a family's: it is below its root, it is a leftover
   * that does not show another family's mark, or it has ended and so does not show anything.
   */
  synchronized boolean mayBeOf(Family family, long pid) {
    if (ProcessEntry.isOwnThread(pid)) {
      return false;
    }
    Optional<ProcessEntry> entry = ProcessEntry.of(pid);
    for (int above = 0; above < MOST_ABOVE && entry.isPresent(); above++) {
      ProcessEntry process = entry.get();
      if (process.parent() == self) {
        String environment = process.environment();
        return (environment.isEmpty() && !roots.contains(process.pid()))
            || isHead(process, environment, family);
      }
      if (process.parent() == 0) {
        return false;
      }
      entry = ProcessEntry.of(process.parent());
    }
    return true;
  }

  /** Reaps the ended processes of a table that the JDK does not reap; returns their number. */
  synchronized int reapEnded(List<ProcessEntry> table) {
    List<ProcessEntry> ended = table.stream().filter(this::isReapable).toList();
    ended.forEach(entry -> Linux.reap(entry.pid()));
    return ended.size();
  }

  private synchronized void forget(Family family) {
    running.remove(family.mark());
    roots.remove(family.root().pid());
  }

  private Members members(Family family, List<ProcessEntry> table) {
    Map<Long, List<ProcessEntry>> children = new HashMap<>();
    List<ProcessEntry> members = new ArrayList<>();
    for (ProcessEntry entry : table) {
      children.computeIfAbsent(entry.parent(), parent -> new ArrayList<>()).add(entry);
    }
    boolean anyUnknown = false;
    boolean anyReplacing = false;
    for (ProcessEntry child : children.getOrDefault(self, List.of())) {
      String environment = child.environment();
      if (environment.isEmpty() && child.isAlive() && !roots.contains(child.pid())) {
        anyUnknown = true;
        anyReplacing |= child.isReplacingItself();
      }
      if (isHead(child, environment, family)) {
        members.add(child);
      }
    }
    for (int at = 0; at < members.size(); at++) {
      members.addAll(children.getOrDefault(members.get(at).pid(), List.of()));
    }
    return new Members(members, anyUnknown, anyReplacing);
  }

  private boolean isReapable(ProcessEntry entry) {
    return entry.parent() == self && !entry.isAlive() && !roots.contains(entry.pid());
  }

  /** Reports whether a child of this process is the family's root or a leftover of it. */
  private boolean isHead(ProcessEntry child, String environment, Family family) {
    if (roots.contains(child.pid())) {
      return child.pid() == family.root().pid();
    }
    Family marked = running.get(ProcessEntry.variable(environment, MARK).orElse(""));
    if (marked != null) {
      return marked.mark().equals(family.mark());
    }
    return running.values().stream()
        .noneMatch(other -> !other.equals(family) && other.startTicks() <= child.startTicks());
  }

  /**
   * The processes of a family.
   *
   * @param anyUnknown whether a leftover shows no environment, and so not whose it is
   * @param anyReplacing whether such a leftover is in the middle of an execve, and will show it
   */
  private record Members(List<ProcessEntry> processes, boolean anyUnknown, boolean anyReplacing) {}
}
