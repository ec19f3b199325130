package dev.otters.worker.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The PID namespace of this process. Source: pid_namespaces(7). */
public final class PidNamespace {
  /** The kernel gives the machine's own namespace this fixed number (proc_ns.h). */
  private static final String OF_THE_MACHINE = "pid:[4026531836]";

  private PidNamespace() {}

  /**
   * Reports whether only a sandbox's programs are in the namespace: it is not the machine's, and
   * its first process is this one or has started this one. Returns false if that cannot be found
   * out.
   */
  public static boolean isOwn() {
    try {
      Path namespace = Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
      return startedFirst(ProcessHandle.current()) && !namespace.toString().equals(OF_THE_MACHINE);
    } catch (IOException hidden) {
      return false;
    }
  }

  /** Uses no lambda: each start of an agent comes here, and would have to make it. */
  private static boolean startedFirst(ProcessHandle self) {
    Optional<ProcessHandle> parent = self.parent();
    return self.pid() == 1 || (parent.isPresent() && parent.get().pid() == 1);
  }
}
