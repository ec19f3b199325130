package dev.otters.worker.tool;

import dev.otters.worker.sandbox.Linux;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A moment in which no other process of this process namespace and user runs. The kernel stops all
 * of them in one step, also those that are being forked. What was not stopped before runs on after
 * it.
 */
final class Standstill implements AutoCloseable {
  private final Set<Long> stoppedBefore;

  /** Stops everything. Must only be made in a process namespace of the sandbox's own. */
  Standstill() throws IOException {
    this.stoppedBefore =
        ProcessEntry.all().stream()
            .filter(ProcessEntry::isStopped)
            .map(ProcessEntry::pid)
            .collect(Collectors.toSet());
    Linux.stopAllOthers();
  }

  /**
   * Lets everything go on, children before their parents, which would see them stopped. If the
   * process table cannot be read, it lets go on what was stopped before, too.
   */
  @Override
  public void close() throws IOException {
    List<ProcessEntry> table;
    try {
      table = ProcessEntry.all();
    } catch (IOException | RuntimeException | Error failure) {
      Linux.continueAllOthers();
      throw failure;
    }
    table.stream()
        .filter(entry -> entry.pid() > 1 && !stoppedBefore.contains(entry.pid()))
        .sorted(Comparator.comparingLong(ProcessEntry::pid).reversed())
        .filter(entry -> entry.pid() != ProcessHandle.current().pid())
        .forEach(entry -> Linux.signal(entry.pid(), Linux.SIGCONT));
  }
}
