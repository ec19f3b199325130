package dev.otters.executor;

import dev.otters.oci.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Runs sandboxes: one per agent, of one home.
 *
 * <p>Nothing above this interface knows which executor runs. Implementations are thread-safe;
 * operations on one agent are serialised by the caller. Every method may throw {@link
 * ExecutorException}, whose reason says what kind of failure it was; an operation that fails leaves
 * nothing behind that it created.
 */
public interface Executor extends AutoCloseable {
  /**
   * Describes the executor and what it cannot enforce.
   *
   * @throws ExecutorException ENGINE_LOST when the engine no longer answers
   */
  ExecutorInfo info();

  /**
   * Creates an agent's sandbox anew, without starting it; whatever is left of an earlier one is
   * stopped and removed first.
   *
   * @param spec what to create; its root has the folders that {@link SandboxSpec} lists
   * @param progress is told of images brought into the engine
   * @throws ExecutorException IMAGE when an image is missing or does not fit, MOUNT when a mount
   *     source or mount point cannot be used, LIMIT when a limit is out of range, UNSUPPORTED when
   *     the executor cannot enforce what is asked
   */
  void create(SandboxSpec spec, Progress progress);

  /**
   * Starts a created sandbox once, and checks that it sees exactly the requested mounts.
   *
   * @return the running sandbox
   * @throws ExecutorException CONFLICT when no sandbox was created or it was started before, START
   *     when it does not start, TAMPERED when its mounts are not those requested; it is removed
   *     then
   */
  Sandbox start(UUID agent);

  /**
   * Asks a sandbox to end, and ends it after {@code grace}; does nothing where none runs.
   *
   * @param grace zero ends it at once
   */
  void stop(UUID agent, Duration grace);

  /** Ends a sandbox at once; does nothing where none runs. */
  void kill(UUID agent);

  /** Ends and removes a sandbox with all that the executor keeps of it; absent is fine. */
  void remove(UUID agent);

  /** Returns the sandbox of an agent of this home, or empty where there is none. */
  Optional<Sandbox> status(UUID agent);

  /** Returns all sandboxes of this home, never those of another; in no order. */
  List<Sandbox> list();

  /**
   * Follows what a sandbox prints, from its start or from just after {@code since}, until it ends
   * or the follower is closed.
   *
   * @param since only lines strictly later are told; {@link Instant#EPOCH} tells all that is kept
   * @throws ExecutorException CONFLICT when there is no sandbox
   */
  LogFollower logs(UUID agent, Instant since, LogSink sink);

  /**
   * Tells of every sandbox that ends from now on, also of those that ended while the engine was
   * away.
   *
   * @return closing it ends the telling
   */
  Subscription onExit(ExitListener listener);

  /** Releases what this executor holds; sandboxes run on. */
  @Override
  void close();
}
