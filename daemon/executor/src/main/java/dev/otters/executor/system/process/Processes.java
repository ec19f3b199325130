package dev.otters.executor.system.process;

import java.io.IOException;
import java.util.Optional;

/** Knows the processes of one sandbox by its first. */
public interface Processes {
  /** Returns the sandbox's own program; empty before or after. */
  Optional<ProcessId> program(ProcessId first);

  /** Ends all of them at once; returns whether there were any. */
  boolean kill(ProcessId first) throws IOException;

  /** Tells whether the kernel ends all others when the first ends. */
  boolean endTogether();
}
