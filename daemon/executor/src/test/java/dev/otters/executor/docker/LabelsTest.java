package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.testkit.Specs;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LabelsTest {
  private static final UUID HOME = UUID.randomUUID();
  private final Labels labels = new Labels(HOME);

  @Test
  void noLabelOfTheAgentOrImageReplacesOurs() {
    Map<String, String> planted = new HashMap<>();
    for (String name :
        new String[] {
          Labels.AGENT, Labels.HOME, Labels.NAME, Labels.CHECK, Labels.SANDBOX, Labels.PURPOSE
        }) {
      planted.put(name, "planted");
    }
    planted.put("team", "blue");
    SandboxSpec spec = Specs.change(Specs.example(), draft -> draft.labels = planted);

    assertThat(labels.of(spec))
        .isEqualTo(
            Map.of(
                Labels.SANDBOX,
                spec.key().id().toString(),
                Labels.AGENT,
                spec.key().owner().toString(),
                Labels.PURPOSE,
                "agent",
                Labels.HOME,
                HOME.toString(),
                Labels.NAME,
                "test",
                Labels.CHECK,
                "",
                "team",
                "blue"));
    assertThat(labels.key(labels.of(spec))).contains(spec.key());
  }

  @Test
  void theSandboxOfAToolRunHasItsOwnKeyAndNamesItsAgent() {
    SandboxKey run = SandboxKey.ofToolRun(UUID.randomUUID());
    SandboxSpec spec = Specs.change(Specs.example(), draft -> draft.key = run);
    assertThat(labels.of(spec)).containsEntry(Labels.AGENT, run.owner().toString());
    assertThat(labels.key(labels.of(spec))).contains(run);
  }

  @Test
  void aContainerOfAReleaseWithoutPurposesIsTheSandboxOfItsAgent() {
    UUID agent = UUID.randomUUID();
    assertThat(labels.key(Map.of(Labels.HOME, HOME.toString(), Labels.AGENT, agent.toString())))
        .contains(SandboxKey.ofAgent(agent));
  }

  @Test
  void aToolRunWithoutAnIdIsNotOurs() {
    String agent = UUID.randomUUID().toString();
    Map<String, String> odd =
        Map.of(Labels.HOME, HOME.toString(), Labels.AGENT, agent, Labels.PURPOSE, "tool");
    assertThat(labels.key(odd)).isEmpty();
  }

  @Test
  void onlyContainersOfThisHomeAndOfAnAgentAreOurs() {
    String agent = UUID.randomUUID().toString();
    assertThat(labels.key(Map.of(Labels.AGENT, agent))).isEmpty();
    assertThat(labels.key(Map.of(Labels.HOME, UUID.randomUUID().toString(), Labels.AGENT, agent)))
        .isEmpty();
    assertThat(labels.key(Map.of(Labels.HOME, HOME.toString(), Labels.AGENT, "x"))).isEmpty();
    assertThat(labels.key(labels.ofCheck())).isEmpty();
    assertThat(labels.ofCheck()).containsEntry(Labels.HOME, HOME.toString());
    assertThat(labels.filter()).isEqualTo(Map.of(Labels.HOME, HOME.toString()));
  }
}
