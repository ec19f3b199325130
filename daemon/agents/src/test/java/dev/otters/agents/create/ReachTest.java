package dev.otters.agents.create;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.ApiException;
import dev.otters.executor.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReachTest {
  @Test
  void withoutRulesTheDefaultNetworkReachesNothing() {
    assertThat(Reach.of(null, List.of())).isEqualTo(new Reach(Network.EGRESS, List.of()));
    assertThat(Reach.of("none", List.of()).network()).isEqualTo(Network.NONE);
    assertThat(Reach.of("bridge", List.of()).network()).isEqualTo(Network.BRIDGE);
  }

  @Test
  void rulesHaveOneSpellingAndAreThereOnce() {
    assertThat(Reach.of("egress", List.of("A.example.", "a.example", "*.B.example:22")).hosts())
        .containsExactly("a.example", "*.b.example:22");
  }

  @Test
  void aNetworkWithoutAProxyHasNoRules() {
    assertThatThrownBy(() -> Reach.of("none", List.of("a.example")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("the network none has no rules for hosts");
    assertThatThrownBy(() -> Reach.of("bridge", List.of("a.example")))
        .hasMessageContaining("the network bridge has no rules for hosts");
    assertThatThrownBy(() -> Reach.of("host", List.of()))
        .hasMessageContaining("'host' is not a network");
  }

  @Test
  void whatIsNoRuleIsNamed() {
    assertThatThrownBy(() -> Reach.of(null, List.of("a.example", "https://b.example")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("'https://b.example' is not a host");
  }

  @Test
  void thereAreAtMostAHundredRules() {
    List<String> hundred = IntStream.range(0, 100).mapToObj(i -> "h" + i + ".example").toList();
    assertThat(Reach.of(null, hundred).hosts()).hasSize(100);
    assertThatThrownBy(() -> Reach.of(null, hundred).plus(List.of("more.example")))
        .hasMessageContaining("101 rules for hosts are more than 100");
  }

  @Test
  void rulesAreRemovedInAnySpelling() {
    List<String> problems = new ArrayList<>();
    Reach left =
        Reach.of(null, List.of("a.example", "b.example"))
            .minus(List.of("A.example.", "c.example"), problems);
    assertThat(left.hosts()).containsExactly("b.example");
    assertThat(problems).containsExactly("--allow-host-rm 'c.example': there is no such rule");
  }
}
