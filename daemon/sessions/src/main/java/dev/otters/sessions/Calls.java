package dev.otters.sessions;

import dev.otters.protocol.Answer;
import dev.otters.protocol.LineTooLongException;
import dev.otters.protocol.Message;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.WireCodec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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
}
