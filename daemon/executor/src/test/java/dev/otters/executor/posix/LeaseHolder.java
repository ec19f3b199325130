package dev.otters.executor.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process that has a lease on a file, and does not give it up when others open the file. */
final class LeaseHolder implements AutoCloseable {
  private static final Linker LINKER = Linker.nativeLinker();
  private static final int READ_AND_WRITE = 2;
  private static final int SET_LEASE = 1024;
  private static final int WRITE_LEASE = 1;
  private static final int SIGIO = 29;
  private static final long IGNORE = 1;

  private final Process process;

  private LeaseHolder(Process process) {
    this.process = process;
  }

  /** Starts a process, and waits until it has the lease. */
  static LeaseHolder of(Path file) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                LeaseHolder.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.getInputStream().read() != '+') {
      process.destroyForcibly();
      throw new IOException("the process has no lease on " + file);
    }
    return new LeaseHolder(process);
  }

  /** Takes the lease, says so, and keeps it until the input ends. */
  public static void main(String[] args) throws Throwable {
    MethodHandle signal = function("signal", 2, ADDRESS, JAVA_INT, JAVA_LONG);
    MethodHandle open = function("open", 2, JAVA_INT, ADDRESS, JAVA_INT);
    MethodHandle control = function("fcntl", 2, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    // The kernel sends the signal when another process opens the file. It would end this one.
    MemorySegment _ = (MemorySegment) signal.invokeExact(SIGIO, IGNORE);
    try (Arena arena = Arena.ofConfined()) {
      int file = (int) open.invokeExact(arena.allocateFrom(args[0]), READ_AND_WRITE);
      int result = (int) control.invokeExact(file, SET_LEASE, WRITE_LEASE);
      System.out.write(file >= 0 && result == 0 ? '+' : '-');
    }
    System.out.flush();
    try (InputStream input = System.in) {
      byte[] _ = input.readAllBytes();
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle function(
      String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
    FunctionDescriptor type = FunctionDescriptor.of(result, arguments);
    MemorySegment address = LINKER.defaultLookup().find(name).orElseThrow();
    return fixed < arguments.length
        ? LINKER.downcallHandle(address, type, Linker.Option.firstVariadicArg(fixed))
        : LINKER.downcallHandle(address, type);
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        throw new IOException("the process with the lease does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
