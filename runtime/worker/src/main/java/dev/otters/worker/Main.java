package dev.otters.worker;

import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.Linux;
import java.time.Duration;

/** Starts the runtime of an agent, inside its sandbox. */
public final class Main {
  /** How long turns may go on after a SIGTERM; a stop over the wire says its own time. */
  private static final Duration SIGTERM_GRACE = Duration.ofSeconds(5);

  private Main() {}

  /**
   * Runs until the agent is stopped; the exit code is 0 when the daemon asked for it, 143 when only
   * a signal did, and 1 when the runtime failed.
   */
  public static void main(String[] arguments) {
    Log log = Log.toStandardError();
    System.exit(run(log).code());
  }

  private static Exit run(Log log) {
    try {
      // Before there is anything to inspect.
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

  /** Lets turns end first, and tells by the exit code who wanted the end. */
  private static void stopOnSignal(Worker worker) {
    if (!worker.exit().isDone()) {
      worker.terminate(SIGTERM_GRACE);
      Runtime.getRuntime().halt(worker.exit().join().code());
    }
  }
}
