package dev.otters.sessions;

import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.SandboxListener;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The sessions that have a sandbox of their own. */
public final class SessionSandboxes {
  private final Ledger ledger;

  SessionSandboxes(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Sets what hears of their sandboxes. Call before {@link Sessions#boot}. */
  public void listen(SandboxListener listener) {
    ledger.listen(listener);
  }

  /** Returns the session that has a sandbox; empty if none has. */
  public Optional<OwnSandboxes.Use> find(UUID sandbox) {
    return ledger.database().read(rows -> OwnSandboxes.find(rows, sandbox));
  }

  /** Returns the sandboxes of an agent's sessions, without that of the agent. */
  public List<UUID> of(UUID agent) {
    return ledger.database().read(rows -> OwnSandboxes.ofAgent(rows, agent));
  }

  /**
   * Returns the sandbox of a session, which may be that of its agent.
   *
   * @param name its id, its name, or a unique beginning of a generated id
   * @throws dev.otters.sessions.log.SessionException with {@code NOT_FOUND} or {@code AMBIGUOUS}
   */
  public UUID named(UUID agent, SessionId name) {
    return ledger
        .database()
        .read(
            rows -> {
              SessionId session = ledger.sessions().named(rows, agent, name);
              return OwnSandboxes.of(rows, ledger.key(rows, agent, session)).orElse(agent);
            });
  }

  /** Returns whether a sandbox runs a turn, or has one to run now. */
  public boolean hasWork(UUID sandbox) {
    return ledger
        .database()
        .read(
            rows ->
                !ledger.activations().held(rows, sandbox).isEmpty()
                    || ledger.activations().ready(rows, sandbox).stream()
                        .anyMatch(turn -> ledger.schedule().isDue(turn.id())));
  }
}
