package dev.otters.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Waits for the end of processes whose parent is not the test. A process has ended when the kernel
 * has closed its files. It stays in the list of processes until the init process collects it, which
 * takes seconds in some containers.
 */
public final class ProcessEnd {
  private ProcessEnd() {}

  /** Waits up to a minute. */
  public static void await(String what, ProcessHandle process) {
    Eventually.within(Duration.ofMinutes(1), what, () -> isEnd(process));
  }

  /** Returns whether a process has ended. */
  public static boolean isEnd(ProcessHandle process) {
    return !process.isAlive() || isDead(Path.of("/proc", Long.toString(process.pid())));
  }

  /** Returns whether a process is a zombie without other threads: these may still have files. */
  private static boolean isDead(Path process) {
    try (Stream<Path> threads = Files.list(process.resolve("task"))) {
      String stat = Files.readString(process.resolve("stat"));
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2) && threads.count() == 1;
    } catch (NoSuchFileException gone) {
      return true;
    } catch (IOException | UncheckedIOException e) {
      // The process may have ended while it was read.
      return false;
    }
  }
}
