package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PsFilterTest extends CommandTest {
  private static AgentSummary agent(
      String name, AgentStatus status, String image, Map<String, String> labels) {
    AgentSummary usual = Given.summary(name, status, null);
    return new AgentSummary(
        usual.id(), name, image, usual.model(), usual.state(), labels, usual.executor(), 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name=bo | bob",
        "name=^an name=^bo | bob ann",
        "name=b status=ready | bob",
        "status=failed | old",
        "status=failed status=ready | bob old",
        "label=team | bob ann",
        "label=team=web | bob",
        "label=team=web label=tier=1 | ''",
        "label=team label=tier=2 | ann",
        "image=guide | bob old",
        "ancestor=tools/x:2 | ann",
        "ancestor=guide ancestor=tools/x:2 | bob ann old",
        "id=86106816 | bob ann old",
        "id=9 | ''",
      })
  void onlyAgentsThatMatchAreShown(String filters, String names) {
    daemon.answer(
        "GET /v1/agents",
        new AgentList(
            List.of(
                agent("bob", AgentStatus.READY, "guide:latest", Map.of("team", "web")),
                agent("ann", AgentStatus.WORKING, "tools/x:2", Map.of("team", "db", "tier", "2")),
                agent("old", AgentStatus.FAILED, "guide:latest", Map.of()))));
    String[] words =
        Stream.concat(
                Stream.of("ps", "--format", "{{.name}}"),
                Stream.of(filters.split(" ", -1)).flatMap(one -> Stream.of("--filter", one)))
            .toArray(String[]::new);
    assertThat(String.join(" ", bench.run(words).out().lines().toList())).isEqualTo(names);
  }

  @Test
  void anImageIsAlsoFoundByTheBeginningOfItsDigest() {
    String digest = "sha256:" + "ab12".repeat(16);
    daemon.answer(
        "GET /v1/agents",
        new AgentList(
            List.of(
                agent("pin", AgentStatus.READY, digest, Map.of()),
                agent("bob", AgentStatus.READY, "guide:latest", Map.of()))));
    for (String image : List.of(digest, "ab12", "ab12ab", digest.substring(7))) {
      assertThat(bench.run("ps", "--format", "{{.name}}", "--filter", "image=" + image).out())
          .as(image)
          .isEqualTo("pin\n");
    }
    assertThat(bench.run("ps", "--format", "{{.name}}", "--filter", "image=12ab").out()).isEmpty();
  }

  @Test
  void aFilterForStoppedAgentsAsksForAllAgents() {
    daemon.answer("GET /v1/agents", new AgentList(List.of()));
    bench.run("ps", "-f", "status=stopped");
    bench.run("ps", "-f", "status=ready");
    assertThat(daemon.requests())
        .extracting(request -> request.line())
        .containsExactly("GET /v1/agents?all=true", "GET /v1/agents");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stauts=ready | --filter 'stauts=ready': unknown key 'stauts' | Did you mean 'status'? Use",
        "name | --filter 'name': expected name=VALUE | See",
        "status=up | --filter status='up': unknown status | Use one of creating, starting,",
        "name=( | --filter name='(': Unclosed group | Write a name or a pattern.",
      })
  void aWrongFilterIsWrongUsage(String filter, String error, String remedy) {
    Bench.Run run = bench.run("ps", "--filter", filter);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).startsWith("otters: " + error + "\n  " + remedy);
    assertThat(daemon.requests()).isEmpty();
  }
}
