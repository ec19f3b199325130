package dev.otters.agents;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.api.agent.AgentView;
import dev.otters.executor.testkit.FakeSandbox;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.resources.grant.Grants;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** An agent whose sessions can have a sandbox of their own. */
abstract class OwnSandboxTest extends AgentKitTest {
  AgentView agent;
  private int messages;

  @BeforeEach
  void anAgentWithASharedSession() {
    agent = kit.run();
    say("ada", "");
  }

  static UUID id(AgentView view) {
    return UUID.fromString(view.id());
  }

  void say(String session, String grants) {
    long _ =
        kit.sessions()
            .service()
            .append(
                id(agent),
                new SessionId(session),
                new NewMessage(
                    "m" + ++messages,
                    "Go",
                    List.of(),
                    Optional.empty(),
                    Optional.of(Grants.parse(grants))),
                _ -> {});
  }

  List<Agent> own() {
    return kit.rows().ofSessions(id(agent));
  }

  long running() {
    return own().stream().filter(row -> row.state() instanceof Lifecycle.Ready).count();
  }

  void awaitRunning(long count) {
    AgentKit.eventually(count + " sandboxes run", () -> running() == count);
  }

  FakeSandbox sandbox(Agent row) {
    return kit.engine.sandbox(row.id()).orElseThrow();
  }

  /** Answers the turn that a sandbox has, in the place of its runtime. */
  void answer(UUID sandbox) throws InterruptedException {
    List<String> _ = kit.sessions().turns().connect(sandbox, "test", List.of());
    Activation turn = kit.sessions().turns().lease(sandbox, "test");
    kit.sessions().turns().ack(id(agent), turn.id(), turn.fence(), new Outcome.Answered("done"));
  }
}
