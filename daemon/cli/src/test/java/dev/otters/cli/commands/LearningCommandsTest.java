package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.resource.LearningList;
import dev.otters.api.resource.LearningView;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LearningCommandsTest extends CommandTest {
  private static final String ALL = "/v1/agents/bob/learnings";

  @Test
  void theListShowsOneLineForEachThatCommandsNoTerminal() {
    Instant recorded = Instant.now().minusSeconds(300);
    daemon.answer(
        "GET " + ALL,
        new LearningList(
            List.of(
                new LearningView(
                    "3", "lesson", "Use rg", "It is\nfast\u001b[2J.", "s", recorded))));

    assertThat(bench.run("learnings", "ls", "bob", "--kind", "lesson", "-n", "5").out())
        .containsPattern("3 +lesson +5 minutes ago +s +Use rg +It is fast·\\[2J\\.");
    assertThat(daemon.requests().getLast().line()).isEqualTo("GET " + ALL + "?kind=lesson&limit=5");
    assertThat(bench.run("learnings", "ls", "bob", "-q").out()).isEqualTo("3\n");
    assertThat(bench.run("learnings", "ls", "bob", "--output", "json").out())
        .contains("\"title\": \"Use rg\"");
  }

  @Test
  void learningsAreRemovedOneByOne() {
    daemon.on("DELETE " + ALL + "/3", (_, reply) -> reply.json(204, ""));
    daemon.on("DELETE " + ALL + "/4", (_, reply) -> reply.json(204, ""));

    assertThat(bench.run("learnings", "rm", "bob", "3", "4").out())
        .isEqualTo("removed 3\nremoved 4\n");
  }
}
