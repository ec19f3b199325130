package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

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
    for (String name : new String[] {Labels.AGENT, Labels.HOME, Labels.NAME, Labels.CHECK}) {
      planted.put(name, "planted");
    }
    planted.put("team", "blue");
    SandboxSpec spec = Specs.change(Specs.example(), draft -> draft.labels = planted);

    assertThat(labels.of(spec))
        .isEqualTo(
            Map.of(
                Labels.AGENT,
                spec.agent().toString(),
                Labels.HOME,
                HOME.toString(),
                Labels.NAME,
                "test",
                Labels.CHECK,
                "",
                "team",
                "blue"));
    assertThat(labels.agent(labels.of(spec))).contains(spec.agent());
  }

  @Test
  void onlyContainersOfThisHomeAndOfAnAgentAreOurs() {
    String agent = UUID.randomUUID().toString();
    assertThat(labels.agent(Map.of(Labels.AGENT, agent))).isEmpty();
    assertThat(labels.agent(Map.of(Labels.HOME, UUID.randomUUID().toString(), Labels.AGENT, agent)))
        .isEmpty();
    assertThat(labels.agent(Map.of(Labels.HOME, HOME.toString(), Labels.AGENT, "x"))).isEmpty();
    assertThat(labels.agent(labels.ofCheck())).isEmpty();
    assertThat(labels.ofCheck()).containsEntry(Labels.HOME, HOME.toString());
    assertThat(labels.filter()).isEqualTo(Map.of(Labels.HOME, HOME.toString()));
  }
}
