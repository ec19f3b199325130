package dev.otters.bench.run;

import java.io.IOException;

/** A server whose agents answer with the model of a {@link StubVendor}. Thread-safe. */
public interface ChatServer {
  /** Returns the name for the tables. */
  String name();

  /** Opens a new session of the agent with this number, which is below {@link #agents}. */
  Session open(int agent) throws IOException, InterruptedException;

  /**
   * Asks in a new session.
   *
   * @return the milliseconds until the turn ends, with what the session costs
   */
  double ask(int agent, String text) throws IOException, InterruptedException;

  /** Returns the number of agents. */
  int agents();

  /** Returns the server's process. */
  ProcessHandle process();

  /** An open session. Not thread-safe. */
  interface Session extends AutoCloseable {
    /** Asks, and returns the milliseconds until the turn ends. */
    double ask(String text, Deltas deltas) throws IOException, InterruptedException;

    @Override
    void close() throws IOException;
  }
}
