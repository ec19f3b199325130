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
    assertThatThrownBy(() -> new Agentfile.Name("a b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aVaultNamesItsToolsEachOnce() {
    assertThat(new Vault("github", "TOKEN", List.of("gh", "git"), "").bins()).hasSize(2);
    for (List<String> bins : List.of(List.<String>of(), List.of("gh", "gh"))) {
      assertThatThrownBy(() -> new Vault("github", "TOKEN", bins, ""))
          .hasMessage("VAULT \"github\" must name at least one BIN, and each once");
    }
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
        agentfile(
            config("a", "1", false),
            config("b", "2", false),
            config("a", "3", false),
            new Config("b", Optional.empty(), false, ""));

    assertThat(agentfile.effectiveConfigs()).containsExactly(entry("a", new ConfigValue.Text("3")));
  }

  @Test
  void requiredConfigsWithoutValueAreMissing() {
    var agentfile =
        agentfile(
            new Config("z", Optional.empty(), true, ""),
            new Config("b", Optional.empty(), true, ""),
            new Config("c", Optional.empty(), true, ""),
            config("c", "1", false));

    assertThat(agentfile.missingConfigs()).containsExactly("b", "z");
  }

  @Test
  void theLastOfOneNameCountsAtThePlaceOfTheFirst() {
    var agentfile =
        agentfile(
            new Add("1", "a", ""),
            new Add("2", "b", ""),
            new Add("3", "a", ""),
            new Env("K", "1", ""),
            new Env("K", "2", ""));

    assertThat(agentfile.inForce(Add.class)).extracting(Add::source).containsExactly("3", "2");
    assertThat(agentfile.inForce(Env.class)).extracting(Env::value).containsExactly("2");
    assertThat(agentfile.all(Add.class)).hasSize(3);
  }

  @Test
  void recordsCannotBeChanged() {
    var agentfile = agentfile(new Agentfile.Label("a", "b"), new Agentfile.Exec(List.of("x")));

    assertThatThrownBy(() -> agentfile.labels().put("c", "d"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> agentfile.exec().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void thereAreThirtyThreeCapabilitiesEachWithADescription() {
    assertThat(Capability.names())
        .hasSize(33)
        .doesNotHaveDuplicates()
        .allMatch(it -> it.matches("[a-z]+(-[a-z]+)*"));
    assertThat(Capability.values()).allMatch(it -> it.description().matches("[A-Z].*[^.]"));
    assertThat(Capability.find("agent_create_from_source"))
        .contains(Capability.AGENT_CREATE_FROM_SOURCE);
    assertThat(Capability.find("NOTE_SAVE")).isEmpty();
  }

  private static Agentfile agentfile(Declaration... declarations) {
    return new Agentfile("", Agentfile.SYNTAX, Agentfile.SCRATCH, List.of(declarations));
  }

  private static Config config(String key, String value, boolean required) {
    return new Config(key, Optional.of(new ConfigValue.Text(value)), required, "");
  }
}
