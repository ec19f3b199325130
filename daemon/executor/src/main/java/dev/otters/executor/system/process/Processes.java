package dev.otters.executor.system.process;

import java.io.IOException;
import java.util.Optional;

/** Finds the processes of one sandbox, given its first process. */
public interface Processes {
  /** Returns the sandbox's own program; empty before its start and after its end. */
  Optional<ProcessId> program(ProcessId first);

  /** Kills all processes, and returns whether there were any. */
  boolean kill(ProcessId first) throws IOException;

  /** Returns whether the kernel kills all other processes when the first one ends. */
  boolean endTogether();
}
