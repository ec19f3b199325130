package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.create.RunRequests;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.home.text.Secrets;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Secrets of an agent in what its runtime prints and in what the daemon logs. */
class SecretLinesTest extends AgentKitTest {
  private static final String TEXT = "token swordfish-1, password of-the-image, level harmless";
  private static final String CLEAN = "token (secret), password (secret), level harmless";

  /** The text in the daemon's log, where an image cannot hide anything. */
  private static final String LOGGED = "token (secret), password of-the-image, level harmless";

  private AgentView withSecrets() {
    kit.images().agent("keys:1", AgentKit.AGENTFILE + "ENV DB_PASSWORD=of-the-image\n");
    Map<String, String> env = Map.of("API_TOKEN", "swordfish-1", "LEVEL", "harmless");
    return kit.run(RunRequests.of("keys:1", Map.of("env", env)));
  }

  private List<String> lines(AgentView agent) {
    return kit.logs().of(kit.row(agent).id()).tail(-1, Optional.empty()).stream()
        .map(LogLine::text)
        .toList();
  }

  @Test
  void theLogOfAnAgentShowsNoValueThatItWasGiven() {
    AgentView agent = withSecrets();
    kit.sandbox(agent).print(TEXT);

    AgentKit.eventually("the line is kept", () -> lines(agent).contains(CLEAN));
    assertThat(lines(agent)).doesNotContain(TEXT);
  }

  @Test
  void theDaemonsLogShowsNoValueThatTheOperatorGaveUntilTheAgentIsGone() {
    AgentView agent = withSecrets();
    assertThat(Secrets.hide(TEXT)).isEqualTo(LOGGED);

    kit.keeper().remove(agent.name(), true, false);
    AgentKit.eventually("the values are forgotten", () -> Secrets.hide(TEXT).equals(TEXT));
  }

  @Test
  void theNextDaemonKnowsTheValuesToo() throws IOException {
    AgentView agent = withSecrets();
    kit.close();
    assertThat(Secrets.hide(TEXT)).isEqualTo(TEXT);
    kit.open();

    assertThat(Secrets.hide(TEXT)).isEqualTo(LOGGED);
    kit.sandbox(agent).print(TEXT);
    AgentKit.eventually("the line is kept", () -> lines(agent).contains(CLEAN));
  }
}
