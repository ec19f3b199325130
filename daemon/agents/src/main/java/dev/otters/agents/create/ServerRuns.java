package dev.otters.agents.create;

import dev.otters.agentfile.Vault;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Tool;
import dev.otters.agents.vault.Vaults;
import dev.otters.egress.EgressAgent;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.LogLine;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SoleExecution;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.HeadTail;
import dev.otters.resources.mcp.McpPrograms;
import dev.otters.resources.provider.Quoted;
import dev.otters.resources.provider.ResourceException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs BINs of agents that serve their resources, each in a sandbox beside the agent's: with the
 * mounts, variables, user, limits and hosts of the agent and the values of the BIN's vaults, but
 * with its own empty folders. Thread-safe.
 */
public record ServerRuns(
    SiblingRuns siblings, RunProxies proxies, Vaults vaults, RunningServers running)
    implements McpPrograms {
  private static final Logger LOG = LoggerFactory.getLogger(ServerRuns.class);

  /** The longest life of a server, after which the next call starts it again. */
  private static final Duration LONGEST = Duration.ofDays(7);

  /** The limit on kept output to stderr, in bytes. */
  private static final int KEPT_BYTES = 8 << 10;

  private static final int SHOWN_CHARACTERS = 500;

  /** Creates runs with what gated tools have, too. */
  public ServerRuns(GatedRuns gated) {
    this(gated.siblings(), gated.proxies(), gated.vaults(), new RunningServers());
  }

  @Override
  public Program start(Order order, Output output) throws InterruptedException {
    UUID agent = order.agent();
    Agent row =
        siblings
            .executors()
            .rows()
            .find(agent)
            .filter(it -> !(it.state() instanceof Lifecycle.Removing))
            .orElseThrow(() -> ResourceException.refused("the agent is being removed"));
    Tool tool =
        SiblingRuns.tool(row, order.bin())
            .orElseThrow(() -> ResourceException.refused("the agent has no BIN " + order.bin()));
    return running.start(agent, () -> start(row, tool, order, output));
  }

  private Program start(Agent agent, Tool tool, Order order, Output output) {
    UUID run = UUID.randomUUID();
    try {
      AgentImage image = siblings.image(agent);
      List<Vault> secret =
          order.forCalls() ? Vault.of(agent.spec().definition(image), tool.name()) : List.of();
      Map<String, String> values = values(secret);
      Path root = siblings.roots().createRun(run, agent.user(), List.of(tool));
      String allow = "otters update " + agent.name();
      SandboxSpec sandbox =
          proxies.open(
              sandbox(run, root, agent, tool, order.args()),
              new EgressAgent(agent.id(), allow, agent.spec().reach()));
      RunSpec spec = new RunSpec(sandbox, SiblingRuns.variables(agent, image), values, LONGEST);
      Printed printed = new Printed(output, new HeadTail(KEPT_BYTES));
      Execution program = siblings.executors().of(agent).runOnce(spec, Progress.NONE, printed::add);
      SoleExecution whole = SoleExecution.follow(program, () -> release(run));
      Thread.ofVirtual().name("mcp-end").start(() -> follow(agent.id(), whole, printed));
      return new Started(whole, () -> isCurrent(secret, values));
    } catch (RuntimeException e) {
      release(run);
      throw refusal(agent, tool, e);
    }
  }

  private boolean isCurrent(List<Vault> secret, Map<String, String> values) {
    return secret.stream()
        .allMatch(
            vault ->
                vaults.value(vault.name()).equals(Optional.ofNullable(values.get(vault.env()))));
  }

  private Map<String, String> values(List<Vault> secret) {
    Map<String, String> values = new HashMap<>();
    for (Vault vault : secret) {
      values.put(
          vault.env(),
          vaults
              .value(vault.name())
              .orElseThrow(() -> ResourceException.refused(Vaults.lack(vault.name()))));
    }
    return values;
  }

  private SandboxSpec sandbox(UUID run, Path root, Agent agent, Tool tool, List<String> args) {
    return siblings.sandbox(
        agent,
        tool,
        args,
        SiblingRuns.Place.of(run, SandboxKey.Purpose.TOOL, root),
        siblings.mounts(agent),
        agent.spec().network());
  }

  private void release(UUID run) {
    proxies.close(run);
    siblings.roots().removeRun(run);
  }

  /** The messages of executors name paths of this machine, which the model must not see. */
  private static ResourceException refusal(Agent agent, Tool tool, RuntimeException e) {
    if (e instanceof ResourceException refused) {
      return refused;
    }
    LOG.atWarn().addKeyValue("agent", agent.name()).setCause(e).log("A server cannot be started");
    boolean away =
        e instanceof ExecutorException it
            && (it.reason() == ExecutorException.Reason.UNREACHABLE
                || it.reason() == ExecutorException.Reason.ENGINE_LOST);
    return ResourceException.refused(
        away
            ? "the engine does not answer, which runs its server"
            : "its server " + tool.name() + " cannot be started. See the daemon's log");
  }

  private void follow(UUID agent, SoleExecution program, Printed printed) {
    String how;
    try {
      how = how(program.await());
    } catch (InterruptedException | RuntimeException e) {
      LOG.atWarn().addKeyValue("agent", agent).setCause(e).log("A server was lost");
      how = "was lost";
    }
    String said = printed.end(siblings, agent);
    printed.output().ended(said.isEmpty() ? how : how + " and said " + Quoted.of(said));
  }

  private static String how(int code) {
    return switch (code) {
      case Execution.TIMED_OUT -> "ran for %d days and was ended".formatted(LONGEST.toDays());
      case Execution.NOT_EXECUTABLE, Execution.NOT_FOUND -> "is no program that runs here";
      default -> "ended with exit code " + code;
    };
  }

  private record Started(SoleExecution program, BooleanSupplier current) implements Program {
    @Override
    public boolean isCurrent() {
      return current.getAsBoolean();
    }

    @Override
    public OutputStream input() {
      return program.input();
    }

    @Override
    public void close() {
      program.close();
    }
  }

  /** Passes on what the server says, and keeps a part of its errors. */
  private record Printed(Output output, HeadTail errors) {
    void add(LogLine.Stream stream, byte[] bytes, int offset, int length) throws IOException {
      if (stream == LogLine.Stream.STDOUT) {
        output.write(bytes, offset, length);
      } else {
        synchronized (errors) {
          errors.add(Arrays.copyOfRange(bytes, offset, offset + length), length);
        }
      }
    }

    /** Returns the end of the errors. The secrets are hidden before it is cut. */
    String end(SiblingRuns siblings, UUID agent) {
      synchronized (errors) {
        String text = siblings.secrets().ofGated(agent).apply(errors.shown(KEPT_BYTES, "[…]"));
        String line = text.strip();
        return line.substring(Math.max(0, line.length() - SHOWN_CHARACTERS));
      }
    }
  }

  /** Ends the servers of an agent. */
  @Override
  public void stop(UUID agent) {
    running.stop(agent);
  }

  @Override
  public void close() {
    running.close();
  }
}
