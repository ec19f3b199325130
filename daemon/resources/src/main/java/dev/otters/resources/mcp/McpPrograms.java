package dev.otters.resources.mcp;

import dev.otters.resources.provider.ResourceException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.UUID;

/** Starts servers that are BINs of agents, each in a sandbox of its own. Thread-safe. */
public interface McpPrograms extends AutoCloseable {
  /**
   * A server to start.
   *
   * @param forCalls whether it is for calls, which an operator may have allowed one by one; one
   *     that only lists its tools gets no value of a vault
   */
  record Order(UUID agent, String bin, List<String> args, boolean forCalls) {}

  /**
   * Starts a server.
   *
   * @param output receives what the server writes, until it has ended
   * @throws ResourceException with the reason if it cannot be started, for the model
   * @throws InterruptedException if the thread is interrupted before the start
   */
  Program start(Order order, Output output) throws InterruptedException;

  /**
   * Ends the servers of an agent, and waits for their ends.
   *
   * @throws IllegalStateException when a server does not end
   */
  void stop(UUID agent);

  /** Ends all servers. No server starts after that. */
  @Override
  void close();

  /** A running server. */
  interface Program extends AutoCloseable {
    /** Returns its input. Writing waits until the server has room for it. */
    OutputStream input();

    /** Returns whether the vaults of the server still have the values that it was given. */
    boolean isCurrent();

    /** Kills the server and removes its sandbox. May be called twice. */
    @Override
    void close();
  }

  /** Receives the output of a server. */
  interface Output {
    /**
     * Receives output, from one thread at a time.
     *
     * @param bytes belongs to the caller
     * @throws IOException when no more is wanted; the server is killed then
     */
    void write(byte[] bytes, int offset, int length) throws IOException;

    /**
     * Called once, after the last output.
     *
     * @param how how the server ended, a sentence without its subject and its end
     */
    void ended(String how);
  }
}
