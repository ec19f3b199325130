package dev.otters.agents.wire;

import dev.otters.home.text.Redactor;
import dev.otters.home.time.Time;
import dev.otters.home.token.Tokens;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.UnaryOperator;

/**
 * The services that answer agents' requests, and the memory that all connections share.
 *
 * @param requests limits the requests being handled
 * @param codecs limits the large messages being encoded or decoded at the same time
 */
record Services(
    Sessions sessions,
    TurnEngine engine,
    Tokens tokens,
    AgentDirectory directory,
    Time time,
    ByteBudget requests,
    Semaphore codecs) {
  /** Returns what hides every secret that the daemon knows, in the texts of an agent. */
  UnaryOperator<String> redactor(UUID agent) {
    List<String> secrets = new ArrayList<>(engine.keys());
    secrets.addAll(directory.secrets(agent));
    Redactor values = new Redactor(secrets);
    return text -> tokens.redact(values.redact(text));
  }
}
