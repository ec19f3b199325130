package dev.otters.agents.create;

import static dev.otters.protocol.EventBody.ToolResult.NO_EXIT_CODE;

import dev.otters.agentfile.Vault;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Tool;
import dev.otters.agents.vault.Vaults;
import dev.otters.egress.EgressAgent;
import dev.otters.executor.Execution;
import dev.otters.executor.LogLine;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.HeadTail;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import dev.otters.sessions.GatedTools;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Runs the calls of gated tools that the operator allowed, each in a sandbox beside the agent's:
 * with the files, mounts, variables, user, limits and hosts of the agent, the values of the tool's
 * vaults, and no other tool. Thread-safe.
 */
public record GatedRuns(SiblingRuns siblings, RunProxies proxies, Vaults vaults)
    implements GatedTools {
  /** The limit on the output of each stream that the model sees, in bytes. */
  private static final int SHOWN_BYTES = 32 * 1024;

  private static final String NOTE = "[… %d bytes left out …]";

  /** Checks that the vaults of the tool have values. */
  @Override
  public void require(UUID agent, String tool) {
    siblings
        .executors()
        .rows()
        .find(agent)
        .map(row -> row.spec().definition(siblings.image(row)))
        .ifPresent(it -> Vault.of(it, tool).forEach(vault -> vaults.require(vault.name())));
  }

  @Override
  public EventBody.ToolResult run(UUID sandbox, ToolCall call) throws InterruptedException {
    Optional<Agent> found = siblings.row(sandbox);
    if (found.isEmpty()) {
      return EventBody.ToolResult.failed(
          call, "the session has left the sandbox in which it asked for this. Call the tool again");
    }
    Agent row = found.get();
    if (row.state() instanceof Lifecycle.Removing) {
      return EventBody.ToolResult.failed(call, "the agent is being removed");
    }
    Optional<Tool> tool = SiblingRuns.tool(row, call.name());
    if (tool.isEmpty()) {
      return EventBody.ToolResult.failed(call, "the agent no longer has the tool " + call.name());
    }
    try {
      return run(row, tool.get(), call, ToolInput.parse(call.argumentsJson()));
    } catch (IllegalArgumentException e) {
      return EventBody.ToolResult.failed(call, String.valueOf(e.getMessage()));
    }
  }

  private EventBody.ToolResult run(Agent agent, Tool tool, ToolCall call, ToolInput input)
      throws InterruptedException {
    AgentImage image = siblings.image(agent);
    Duration limit = SiblingRuns.limit(agent, image);
    Map<String, String> values = new HashMap<>();
    for (Vault vault : Vault.of(agent.spec().definition(image), tool.name())) {
      Optional<String> value = vaults.value(vault.name());
      if (value.isEmpty()) {
        return EventBody.ToolResult.failed(call, Vaults.lack(vault.name()));
      }
      values.put(vault.env(), value.get());
    }
    SandboxSpec sandbox = proxied(agent, sandbox(agent, tool, input));
    RunSpec spec = new RunSpec(sandbox, SiblingRuns.variables(agent, image), values, limit);
    Printed printed = new Printed(new HeadTail(SHOWN_BYTES), new HeadTail(SHOWN_BYTES));
    long began = System.nanoTime();
    try (Execution program = siblings.start(agent, spec, printed::add)) {
      Thread.ofVirtual().name("gated-input").start(() -> send(program, input.stdin()));
      int code = program.await();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      return result(call, code, printed, millis, siblings.secrets().ofGated(agent.agent()));
    } finally {
      proxies.close(sandbox.key().id());
    }
  }

  private SandboxSpec proxied(Agent agent, SandboxSpec plan) {
    String allow = "otters update " + agent.agentName();
    return proxies.open(plan, new EgressAgent(agent.agent(), allow, agent.spec().reach()));
  }

  private SandboxSpec sandbox(Agent agent, Tool tool, ToolInput input) {
    return siblings.sandbox(
        agent,
        tool,
        input.args(),
        siblings.beside(agent, SandboxKey.Purpose.TOOL),
        siblings.mounts(agent),
        agent.spec().network());
  }

  /** Sends the input. A program that does not read all of it ends as it likes. */
  private static void send(Execution program, String text) {
    try (OutputStream input = program.input()) {
      input.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      return;
    }
  }

  /** The output of a program, as far as the model sees it. */
  private record Printed(HeadTail stdout, HeadTail stderr) {
    void add(LogLine.Stream stream, byte[] bytes, int offset, int length) {
      byte[] copy = new byte[length];
      System.arraycopy(bytes, offset, copy, 0, length);
      (stream == LogLine.Stream.STDOUT ? stdout : stderr).add(copy, length);
    }

    boolean cut() {
      return stdout.total() > SHOWN_BYTES || stderr.total() > SHOWN_BYTES;
    }
  }

  private static EventBody.ToolResult result(
      ToolCall call, int code, Printed printed, long millis, UnaryOperator<String> redactor) {
    boolean late = code == Execution.TIMED_OUT;
    return new EventBody.ToolResult(
        call.id(),
        call.name(),
        late ? NO_EXIT_CODE : code,
        redactor.apply(printed.stdout().shown(SHOWN_BYTES, NOTE)),
        redactor.apply(printed.stderr().shown(SHOWN_BYTES, NOTE)),
        millis,
        printed.cut(),
        Optional.empty(),
        code != 0,
        late ? Optional.of("timed out; the tool was killed") : Optional.empty());
  }
}
