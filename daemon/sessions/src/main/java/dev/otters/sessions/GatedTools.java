package dev.otters.sessions;

import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import java.util.UUID;

/** Runs calls of gated tools, each in a sandbox of its own beside the agent's. */
public interface GatedTools {
  /** No tools. */
  GatedTools NONE =
      (agent, call) -> {
        throw new IllegalStateException("no gated tools are connected");
      };

  /**
   * Runs a call that the operator allowed, and waits for its end. A call that cannot run has a
   * result that says why.
   *
   * @param sandbox the sandbox beside which it runs, and whose files it has
   * @return the result, without secrets
   * @throws InterruptedException when the call is no longer wanted; the tool is dead then
   */
  EventBody.ToolResult run(UUID sandbox, ToolCall call) throws InterruptedException;

  /**
   * Checks before the operator's permission that a tool could run.
   *
   * @param tool the name of the BIN
   * @throws dev.otters.api.ApiException when it could not; the remedy is a command
   */
  default void require(UUID agent, String tool) {}
}
