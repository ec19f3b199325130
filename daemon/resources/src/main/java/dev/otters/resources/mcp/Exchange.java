package dev.otters.resources.mcp;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import java.io.IOException;
import java.util.Optional;

/** The way of messages to a server and of answers back. Thread-safe. */
interface Exchange extends AutoCloseable {
  /**
   * Sends a message, and waits for the answer if it wants one.
   *
   * @return the answer; empty if the message wants none, or no caller waits any more
   * @throws McpFailure if there is no answer
   */
  Optional<JSONRPCMessage> send(JSONRPCMessage message) throws IOException;

  /** Returns whether the next message can reach the server. */
  boolean isOpen();

  /** Ends the session at the server. May take some seconds, and may be called twice. */
  @Override
  void close();
}
