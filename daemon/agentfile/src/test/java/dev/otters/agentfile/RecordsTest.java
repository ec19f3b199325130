package dev.otters.agentfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final ImageName IMAGE = ImageName.of("tools/jq");

  @Test
  void hostileNamesCannotBecomeRecords() {
    assertThatThrownBy(() -> new Context("../escape", "", new Context.Empty()))
        .hasMessage(
            "CONTEXT \"../escape\" must be 1 to 63 letters, digits, '.', '_' or '-', and start with"
                + " a letter or digit");
    assertThatThrownBy(() -> new Bin("a/b", IMAGE, "", ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Add("a", "..", "")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Env("LD_PRELOAD", "x", ""))
        .hasMessageStartingWith("ENV \"LD_PRELOAD\" is reserved");
    assertThatThrownBy(() -> new ModelName("a", "")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AgentfileBuilder().name("a b").build())
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRequiredConfigHasNoDefault() {
    var value = Optional.<ConfigValue>of(new ConfigValue.Int(1));

    assertThatThrownBy(() -> new Config("a", value, true, ""))
        .hasMessage("CONFIG \"a\" is required, so it cannot have a default value");
  }

  @Test
  void numbersOfAConfigAreFinite() {
    assertThatThrownBy(() -> new ConfigValue.Decimal(Double.NaN)).hasMessageContaining("finite");
  }

  @Test
  void theLastConfigCountsAndOneWithoutValueUnsets() {
    var agentfile =
        new AgentfileBuilder()
            .add(config("a", "1", false))
            .add(config("b", "2", false))
            .add(config("a", "3", false))
            .add(new Config("b", Optional.empty(), false, ""))
            .build();

    assertThat(agentfile.effectiveConfigs()).containsExactly(entry("a", new ConfigValue.Text("3")));
  }

  @Test
  void requiredConfigsWithoutValueAreMissing() {
    var agentfile =
        new AgentfileBuilder()
            .add(new Config("z", Optional.empty(), true, ""))
            .add(new Config("b", Optional.empty(), true, ""))
            .add(new Config("c", Optional.empty(), true, ""))
            .add(config("c", "1", false))
            .build();

    assertThat(agentfile.missingConfigs()).containsExactly("b", "z");
  }

  @Test
  void theLastOfOneNameCountsAtThePlaceOfTheFirst() {
    var agentfile =
        new AgentfileBuilder()
            .add(new Add("1", "a", ""))
            .add(new Add("2", "b", ""))
            .add(new Add("3", "a", ""))
            .add(new Env("K", "1", ""))
            .add(new Env("K", "2", ""))
            .build();

    assertThat(agentfile.effectiveAdds()).extracting(Add::source).containsExactly("3", "2");
    assertThat(agentfile.effectiveEnvs()).extracting(Env::value).containsExactly("2");
    assertThat(agentfile.adds()).hasSize(3);
  }

  @Test
  void recordsCannotBeChanged() {
    var agentfile = new AgentfileBuilder().label("a", "b").exec(List.of("x")).build();

    assertThatThrownBy(() -> agentfile.labels().put("c", "d"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> agentfile.exec().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void thereAreThirtyCapabilitiesEachWithADescription() {
    assertThat(Capability.names())
        .hasSize(30)
        .doesNotHaveDuplicates()
        .allMatch(it -> it.matches("[a-z]+(-[a-z]+)+"));
    assertThat(Capability.values()).allMatch(it -> it.description().matches("[A-Z].*[^.]"));
    assertThat(Capability.find("agent_create_from_source"))
        .contains(Capability.AGENT_CREATE_FROM_SOURCE);
    assertThat(Capability.find("NOTE_SAVE")).isEmpty();
  }

  private static Config config(String key, String value, boolean required) {
    return new Config(key, Optional.of(new ConfigValue.Text(value)), required, "");
  }
}
