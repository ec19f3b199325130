package dev.otters.executor.system.process;

import dev.otters.executor.posix.Signals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Processes with a pid namespace of their own, which ends with its first process. */
public final class NamespaceProcesses implements Processes {
  private static final Logger LOG = LoggerFactory.getLogger(NamespaceProcesses.class);

  /** Returns the one program for which the first process waits. */
  @Override
  public Optional<ProcessId> program(ProcessId first) {
    try {
      for (int pid : first.children()) {
        Path status = Path.of("/proc", "" + pid, "status");
        if (Files.readString(status, StandardCharsets.ISO_8859_1)
            .lines()
            .anyMatch(line -> line.startsWith("NSpid:") && line.endsWith("\t2"))) {
          return ProcessId.of(pid);
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      LOG.debug("The sandbox of {} is about to end", first, e);
      return Optional.empty();
    }
  }

  @Override
  public boolean kill(ProcessId first) throws IOException {
    return first.signal(Signals.KILL);
  }

  @Override
  public boolean endTogether() {
    return true;
  }
}
