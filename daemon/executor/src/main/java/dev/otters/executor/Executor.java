package dev.otters.executor;

import dev.otters.executor.usage.SandboxUsage;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Runs the sandboxes of one home.
 *
 * <p>Callers do not know which executor they use. Implementations are thread-safe; the caller
 * serializes operations on one sandbox. Every method may throw {@link ExecutorException} with a
 * reason. A failed operation leaves nothing behind.
 */
public interface Executor extends AutoCloseable {
  /**
   * Removes what this executor keeps for the home besides sandboxes and no sandbox uses.
   *
   * @param dryRun whether to remove nothing
   * @return the names of what was removed, or would be
   */
  default List<String> prune(boolean dryRun) {
    return List.of();
  }

  /**
   * Describes the executor and what it cannot enforce.
   *
   * @throws ExecutorException ENGINE_LOST when the engine no longer answers
   */
  ExecutorInfo info();

  /**
   * Creates a sandbox without starting it. Stops and removes an earlier one with the same key
   * first.
   *
   * @param spec the sandbox; its root has the folders that {@link SandboxSpec} lists
   * @param progress receives the progress of images that the engine loads
   * @throws ExecutorException IMAGE when an image is missing or unsuitable, MOUNT when a source or
   *     mount point cannot be used, LIMIT when a limit is out of range, UNSUPPORTED when the
   *     executor cannot enforce a part of the specification
   */
  void create(SandboxSpec spec, Progress progress);

  /**
   * Starts a created sandbox, once, and checks that it has exactly the planned mounts.
   *
   * @return the running sandbox
   * @throws ExecutorException CONFLICT when the sandbox was not created or was started before,
   *     START when it does not start, TAMPERED when its mounts differ from the plan; the sandbox is
   *     removed then
   */
  Sandbox start(SandboxKey key);

  /**
   * Asks a sandbox to end, and kills it after {@code grace}. Does nothing when it does not run.
   *
   * @param grace the time to end; zero kills it at once
   */
  void stop(SandboxKey key, Duration grace);

  /** Kills a sandbox. Does nothing when it does not run. */
  void kill(SandboxKey key);

  /**
   * Kills and removes a sandbox with everything that the executor keeps of it. Does nothing when
   * there is none.
   */
  void remove(SandboxKey key);

  /** Returns a sandbox of this home; empty when there is none. */
  Optional<Sandbox> status(SandboxKey key);

  /**
   * Returns all sandboxes of this home, in no particular order, without those that {@link #runOnce}
   * will remove.
   */
  List<Sandbox> list();

  /**
   * Follows the output of a sandbox until it ends or the follower is closed.
   *
   * @param since only later lines are delivered; {@link Instant#EPOCH} delivers all that are kept
   * @throws ExecutorException CONFLICT when there is no sandbox
   */
  LogFollower logs(SandboxKey key, Instant since, LogSink sink);

  /**
   * Runs a program in a running sandbox, as the sandbox's user and with no more rights than the
   * sandbox's own program.
   *
   * @param sink receives the output
   * @return the running program, which the caller closes
   * @throws ExecutorException CONFLICT when the sandbox does not run, UNSUPPORTED when this machine
   *     lacks a part
   */
  Execution exec(SandboxKey key, ExecSpec spec, ExecSink sink);

  /**
   * Runs one program in a new sandbox, and removes the sandbox when the program has ended, was
   * closed, or took too long. The caller keeps the sandbox's root. If the daemon dies, the next one
   * removes the sandbox.
   *
   * @param progress receives the progress of images that the engine loads
   * @param sink receives the output; the program waits while it does
   * @return the running program, which the caller closes
   * @throws ExecutorException as {@link #create} and {@link #start}; UNSUPPORTED when the executor
   *     has no sandboxes
   */
  Execution runOnce(RunSpec spec, Progress progress, ExecSink sink);

  /**
   * Returns what a running sandbox uses now.
   *
   * @throws ExecutorException CONFLICT when the sandbox does not run, UNSUPPORTED when its
   *     processes are not visible on this machine
   */
  SandboxUsage usage(SandboxKey key);

  /**
   * Reports every sandbox that ends from now on, including those that end while the engine is away.
   *
   * @return the subscription, which the caller closes
   */
  Subscription onExit(ExitListener listener);

  /** Releases the executor's resources. Sandboxes continue to run. */
  @Override
  void close();
}
