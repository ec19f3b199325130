package dev.otters.agentfile.resolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OverridesTest {
  private static final Agentfile IMAGE =
      new Agentfile(
          "text",
          Agentfile.SYNTAX,
          Agentfile.SCRATCH,
          List.of(
              new Agentfile.Name("guide"),
              new Config("region", Optional.empty(), true, "Where"),
              new Config("max-tokens", Optional.of(new ConfigValue.Int(10)), false, "")));

  @Test
  void valuesAreTypedAsInAnAgentfileAndSatisfyWhatIsRequired() {
    Agentfile agent =
        Overrides.apply(IMAGE, Map.of("region", "\"007\"", "max_tokens", "20", "fast", "true"));

    assertThat(agent.missingConfigs()).isEmpty();
    assertThat(agent.effectiveConfigs())
        .containsEntry("region", new ConfigValue.Text("007"))
        .containsEntry("max-tokens", new ConfigValue.Int(20))
        .containsEntry("fast", new ConfigValue.Bool(true));
    assertThat(agent.source()).isEqualTo("text");
    assertThat(agent.name()).contains("guide");
  }

  @Test
  void aQuoteWithoutASecondOneIsPartOfTheText() {
    assertThat(Overrides.texts(Map.of("a", "\"", "b", "\"x", "c", "\"\"", "d", "x\"")))
        .isEqualTo(Map.of("a", "\"", "b", "\"x", "c", "", "d", "x\""));
  }

  @Test
  void noValuesChangeNothing() {
    assertThat(Overrides.apply(IMAGE, Map.of())).isEqualTo(IMAGE);
  }

  @Test
  void aKeyThatCannotBeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Overrides.apply(IMAGE, Map.of("Upper Case", "1")))
        .withMessageContaining("lower-case");
  }
}
