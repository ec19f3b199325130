package dev.otters.worker;

import dev.otters.protocol.CrashPoint;
import dev.otters.protocol.SandboxProxy;
import dev.otters.worker.egress.ProxiedProgram;
import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.Linux;
import java.time.Duration;
import java.util.List;

/** Starts the runtime of an agent inside its sandbox. */
public final class Main {
  /** How long turns may run after a SIGTERM. A stop over the wire has its own time. */
  private static final Duration SIGTERM_GRACE = Duration.ofSeconds(5);

  /**
   * The variable that a rehearsal of the build sets: the JVM writes the cache of classes at its
   * own, slower end.
   */
  static final String REHEARSAL = "OTTERS_REHEARSAL";

  private Main() {}

  /**
   * Runs until the agent is stopped, or runs a program beside a proxy. The exit code is 0 if the
   * daemon asked for it, 143 after a signal alone, and 1 if the runtime failed.
   */
  public static void main(String[] arguments) {
    Log log = Log.toStandardError();
    if (arguments.length > 1 && arguments[0].equals(SandboxProxy.OPTION)) {
      Linux.exit(program(List.of(arguments).subList(1, arguments.length), log));
    }
    if (arguments.length > 1 && arguments[0].equals(CrashPoint.OPTION)) {
      System.setProperty(CrashPoint.PROPERTY, arguments[1]);
    }
    end(run(log));
  }

  private static int program(List<String> command, Log log) {
    try {
      Linux.forbidInspection();
      return ProxiedProgram.run(command, SandboxProxy.PORT, SandboxProxy.OF_RUN, log);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("the main thread must not be interrupted", interrupted);
    }
  }

  private static Exit run(Log log) {
    try {
      // This comes first, before there is anything to inspect.
      Linux.forbidInspection();
      Linux.adoptOrphans();
      Worker worker = new Worker(WorkerOptions.from(System.getenv()), log);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stopOnSignal(worker), "sigterm"));
      return worker.run();
    } catch (FatalException fatal) {
      log.line(fatal.sentence());
      return Exit.FAILED;
    }
  }

  /** Lets turns end first. The exit code tells whether the daemon or a signal caused the end. */
  private static void stopOnSignal(Worker worker) {
    if (!worker.exit().isDone()) {
      worker.terminate(SIGTERM_GRACE);
      Linux.exit(worker.exit().join().code());
    }
  }

  private static void end(Exit exit) {
    if (System.getenv(REHEARSAL) == null) {
      Linux.exit(exit.code());
    }
    System.exit(exit.code());
  }
}
