package dev.otters.agents.create;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Tool;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.LogLine;
import dev.otters.executor.Network;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.HeadTail;
import dev.otters.sessions.outcome.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs BINs of agents that check outcomes, each in a sandbox beside the agent's. It sees the files
 * of the agent and cannot change them; its home and its {@code /tmp} are its own and empty. It has
 * no network and no vaults. Thread-safe.
 */
public record CheckRuns(SiblingRuns siblings, RunningChecks running) {
  private static final Logger LOG = LoggerFactory.getLogger(CheckRuns.class);

  /** The limit on kept output, in bytes: much more than is shown, so that no secret is cut. */
  private static final int KEPT_BYTES = 32 << 10;

  /** The exit code of a program that the greatest signal killed: Linux has 64 of them. */
  private static final int LAST_SIGNAL = 128 + 64;

  private static final Ran STOPPED = new Ran.Failed("the check was stopped. Evaluate again.");
  private static final List<String> OWN = List.of("home", "tmp", "var/lib");

  public CheckRuns(SiblingRuns siblings) {
    this(siblings, new RunningChecks());
  }

  /**
   * Stops the checks beside a sandbox whose row says that it is being removed, and waits for their
   * ends.
   *
   * @throws IllegalStateException when a check does not end
   */
  public void stop(UUID sandbox) {
    running.stop(sandbox);
  }

  /** Returns the names of an agent's BINs. */
  public Set<String> bins(UUID agent) {
    return siblings.row(agent).stream()
        .flatMap(row -> row.spec().tools().stream())
        .map(Tool::name)
        .collect(Collectors.toSet());
  }

  /**
   * Runs a BIN and waits for its end.
   *
   * @param sandbox the sandbox of the session, beside which it runs
   * @param sessionFolder the folder of the session as the agent sees it
   */
  public Ran run(UUID sandbox, String sessionFolder, String bin, List<String> args) {
    try {
      return running.run(sandbox, () -> find(sandbox, sessionFolder, bin, args));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return STOPPED;
    } catch (ExecutionException e) {
      return failed(sandbox, bin, e.getCause());
    }
  }

  private static Ran failed(UUID sandbox, String bin, @Nullable Throwable e) {
    if (e instanceof InterruptedException) {
      return STOPPED;
    }
    LOG.atWarn().addKeyValue("agent", sandbox).setCause(e).log("A check could not run");
    return e instanceof ExecutorException refused
        ? new Ran.Failed(bin + " could not be started: " + why(refused.reason()))
        : new Ran.Failed(bin + " could not be started. See the daemon's log.");
  }

  private Ran find(UUID sandbox, String sessionFolder, String bin, List<String> args)
      throws Exception {
    Optional<Agent> row =
        siblings.row(sandbox).filter(it -> !(it.state() instanceof Lifecycle.Removing));
    if (row.isEmpty()) {
      return new Ran.Failed(
          "the session has no sandbox yet. Send it a message, and evaluate again.");
    }
    Optional<Tool> tool = row.flatMap(it -> SiblingRuns.tool(it, bin));
    if (tool.isEmpty()) {
      return new Ran.Failed("the agent no longer has the BIN " + bin + ". Set the outcome again.");
    }
    AgentImage image = siblings.image(row.get());
    Duration limit = SiblingRuns.limit(row.get(), image);
    Map<String, String> variables = new HashMap<>(SiblingRuns.variables(row.get(), image));
    variables.put("OTTERS_SESSION_DIR", sessionFolder);
    return running
        .inPlace(row.get().agent(), limit, () -> run(row.get(), tool.get(), args, variables, limit))
        .orElse(new Ran.Failed("too many checks run now. Evaluate again."));
  }

  /** The messages of executors name paths of this machine, which the model must not see. */
  private static String why(ExecutorException.Reason reason) {
    return switch (reason) {
      case UNREACHABLE, ENGINE_LOST -> "the engine does not answer. Start it, and evaluate again.";
      case IMAGE -> "an image is missing or damaged. Pull it, and evaluate again.";
      case UNSUPPORTED -> "the agent has no sandbox. Run it with --executor docker or system.";
      case MOUNT, LIMIT, CONFLICT, START, TAMPERED ->
          "its sandbox could not be made. See the daemon's log.";
    };
  }

  private Ran run(
      Agent agent, Tool tool, List<String> args, Map<String, String> variables, Duration limit)
      throws InterruptedException {
    UUID scratch = UUID.randomUUID();
    try {
      Path own = siblings.roots().createRun(scratch, agent.user(), List.of());
      return run(agent, new RunSpec(sandbox(agent, tool, args, own), variables, limit));
    } finally {
      siblings.roots().removeRun(scratch);
    }
  }

  private SandboxSpec sandbox(Agent agent, Tool tool, List<String> args, Path own) {
    List<OperatorMount> mounts = new ArrayList<>();
    OWN.forEach(it -> mounts.add(new OperatorMount(own.resolve(it), "/" + it, false)));
    siblings.mounts(agent).stream()
        .filter(mount -> OWN.stream().noneMatch(it -> mount.target().startsWith("/" + it + "/")))
        .map(mount -> new OperatorMount(mount.host(), mount.target(), true))
        .forEach(mounts::add);
    SiblingRuns.Place place = siblings.beside(agent, SandboxKey.Purpose.CHECK);
    return siblings.sandbox(agent, tool, args, place, List.copyOf(mounts), Network.NONE);
  }

  private Ran run(Agent agent, RunSpec spec) throws InterruptedException {
    Output output = new Output(new HeadTail(KEPT_BYTES));
    int code;
    try (Execution program = siblings.start(agent, spec, output::add)) {
      Thread.ofVirtual().name("check-input").start(() -> noInput(program));
      code = program.await();
    }
    String text = output.end(siblings.secrets().ofGated(agent.agent()));
    return broken(code, spec.timeout())
        .<Ran>map(why -> new Ran.Failed(text.isEmpty() ? why : why + " It said: " + text))
        .orElseGet(() -> new Ran.Ended(code, text));
  }

  private static void noInput(Execution program) {
    try {
      program.input().close();
    } catch (IOException e) {
      LOG.debug("A check ended before it had its input", e);
    }
  }

  /** Returns why a program did not decide; empty if it did. */
  private static Optional<String> broken(int code, Duration limit) {
    if (code < Execution.TIMED_OUT || code > LAST_SIGNAL) {
      return Optional.empty();
    }
    return Optional.of(
        switch (code) {
          case Execution.TIMED_OUT ->
              "it did not end in %d s. Raise tool-timeout, or check less."
                  .formatted(limit.toSeconds());
          case Execution.FAILED -> "exit code 125: it did not run to its end. Evaluate again.";
          case Execution.NOT_EXECUTABLE, Execution.NOT_FOUND ->
              "exit code %d: a program could not be started. Correct the check.".formatted(code);
          default -> "exit code %d: it was killed. Raise --memory, or check less.".formatted(code);
        });
  }

  /** The output of both streams, as it came. */
  private record Output(HeadTail kept) {
    synchronized void add(LogLine.Stream stream, byte[] bytes, int offset, int length) {
      kept.add(Arrays.copyOfRange(bytes, offset, offset + length), length);
    }

    /** Returns the end as one line. The secrets are hidden before it is cut. */
    synchronized String end(UnaryOperator<String> redactor) {
      String text = redactor.apply(kept.shown(KEPT_BYTES, "[…]"));
      String line = text.strip().replaceAll("\\R+", " | ");
      int begin = line.length() - Ran.MOST;
      if (begin <= 0) {
        return line;
      }
      return "…" + line.substring(Character.isLowSurrogate(line.charAt(begin)) ? begin + 1 : begin);
    }
  }
}
