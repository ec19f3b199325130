package dev.otters.sessions;

import dev.otters.protocol.Answer;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.LineTooLongException;
import dev.otters.protocol.Message;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.WireCodec;
import dev.otters.sessions.approval.Approval;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;

/** Prepares the calls of one completion for the runtime. */
final class Calls {
  private Calls() {}

  /** Returns whether the runtime can receive the calls. */
  static boolean fit(List<ToolCall> calls) {
    try {
      byte[] line = WireCodec.encode(new Message.Response(Long.MAX_VALUE, new Answer.Run(calls)));
      return line.length <= Protocol.MAX_LINE_BYTES;
    } catch (LineTooLongException _) {
      return false;
    }
  }

  /** Gives calls of one completion different ids, which vendors do not all do. */
  static List<ToolCall> distinct(List<ToolCall> calls) {
    Set<String> seen = new HashSet<>();
    List<ToolCall> distinct = new ArrayList<>();
    for (ToolCall call : calls) {
      String id = call.id();
      for (int copy = 2; !seen.add(id); copy++) {
        id = call.id() + "-" + copy;
      }
      distinct.add(new ToolCall(id, call.name(), call.argumentsJson()));
    }
    return distinct;
  }

  /**
   * The parts that run calls that may run.
   *
   * @param gated the tools that run in sandboxes of their own
   * @param slots the places for calls that run here
   */
  record Allowed(FileCalls files, ServerCalls servers, GatedTools gated, Semaphore slots) {
    /** The limit on calls that run here at the same time. */
    private static final int AT_ONCE = 8;

    /** Returns what runs calls, but no gated tools yet. */
    static Allowed of(Ledger ledger, AgentDirectory directory) {
      return new Allowed(
          new FileCalls(ledger, directory),
          new ServerCalls(ledger, directory),
          GatedTools.NONE,
          new Semaphore(AT_ONCE, true));
    }

    Allowed with(GatedTools tools) {
      return new Allowed(files, servers, tools, slots);
    }

    /** Returns whether a call that may have run can be run again. */
    boolean isRepeatable(Approval approval) {
      return files.isOne(approval);
    }

    /** Returns the places of which a call takes one. A slow server takes none from others. */
    Semaphore places(Approval approval) {
      return servers.isOne(approval) ? new Semaphore(1) : slots;
    }

    /**
     * Checks before the operator's permission that a call could run.
     *
     * @throws dev.otters.api.ApiException when it could not
     */
    void require(Approval approval) {
      Optional<String> tool =
          servers.isOne(approval) ? servers.program(approval) : Optional.of(approval.call().name());
      tool.ifPresent(it -> gated.require(approval.place().agent(), it));
    }

    /** Runs a call. */
    EventBody.ToolResult run(Approval approval) throws InterruptedException {
      if (isRepeatable(approval)) {
        return files.run(approval);
      }
      return servers.isOne(approval)
          ? servers.run(approval)
          : gated.run(approval.place().sandbox(), approval.call());
    }
  }
}
