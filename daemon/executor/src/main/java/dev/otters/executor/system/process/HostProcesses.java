package dev.otters.executor.system.process;

import dev.otters.executor.posix.PosixException;
import dev.otters.executor.posix.Signals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes of an agent without a sandbox: its program, all descendants, and all processes with
 * the agent's root in their environment. A process that drops the variable and outlives its parents
 * is not found.
 */
public final class HostProcesses implements Processes {
  private static final Logger LOG = LoggerFactory.getLogger(HostProcesses.class);
  private static final int ROUNDS = 1000;

  private final StateFolder folder;

  public HostProcesses(StateFolder folder) {
    this.folder = folder;
  }

  @Override
  public Optional<ProcessId> program(ProcessId first) {
    return Optional.of(first).filter(ProcessId::isAlive);
  }

  /** Stops all processes first, so that none can fork away, then kills them. */
  @Override
  public boolean kill(ProcessId first) throws IOException {
    String mark = folder.mark();
    Set<ProcessId> frozen = new LinkedHashSet<>();
    boolean changed = true;
    for (int round = 0; changed && round < ROUNDS; round++) {
      changed = false;
      for (ProcessId member : members(first, mark)) {
        changed |= frozen.add(member) && signal(member, Signals.STOP);
      }
    }
    frozen.forEach(member -> signal(member, Signals.KILL));
    return !frozen.isEmpty();
  }

  @Override
  public boolean endTogether() {
    return false;
  }

  private static boolean signal(ProcessId process, int signal) {
    try {
      return process.signal(signal);
    } catch (PosixException e) {
      LOG.atWarn().addKeyValue("process", process.pid()).setCause(e).log("Cannot signal a process");
      return false;
    }
  }

  private static Set<ProcessId> members(ProcessId first, String mark) throws IOException {
    Map<Integer, List<ProcessId>> children = new HashMap<>();
    Set<ProcessId> members = new LinkedHashSet<>();
    for (int pid : numbers()) {
      Optional<ProcessId> process = ProcessId.of(pid).filter(ProcessId::isAlive);
      if (process.isPresent()) {
        int parent = process.get().parent().orElse(0);
        children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(process.get());
        if (process.get().equals(first) || isMarked(process.get(), mark)) {
          members.add(process.get());
        }
      }
    }
    Deque<ProcessId> parents = new ArrayDeque<>(members);
    while (!parents.isEmpty()) {
      children.getOrDefault(parents.pop().pid(), List.of()).stream()
          .filter(members::add)
          .forEach(parents::push);
    }
    return members;
  }

  private static List<Integer> numbers() throws IOException {
    try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
      return entries
          .map(entry -> String.valueOf(entry.getFileName()))
          .filter(name -> name.matches("\\d+"))
          .map(Integer::valueOf)
          .filter(pid -> pid != ProcessHandle.current().pid())
          .toList();
    }
  }

  private static boolean isMarked(ProcessId process, String mark) {
    try {
      Path file = Path.of("/proc", "" + process.pid(), "environ");
      String environment = Files.readString(file, StandardCharsets.ISO_8859_1);
      return ("\0" + environment).contains("\0" + mark + "\0");
    } catch (IOException e) {
      LOG.trace("Process {} belongs to another user or has ended", process, e);
      return false;
    }
  }
}
