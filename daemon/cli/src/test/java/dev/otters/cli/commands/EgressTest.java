package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.ContactView;
import dev.otters.api.agent.EgressView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class EgressTest extends CommandTest {
  private static final String ROUTE = "GET /v1/agents/bob/egress";

  private static ContactView contact(String host, boolean allowed, long connections) {
    return new ContactView(
        host, 443, allowed, host, connections, 10 * connections, 2_048, Instant.EPOCH);
  }

  @Test
  void hostsAreListedWithTheirRules() {
    daemon.answer(ROUTE, new EgressView(List.of(contact("a.example", true, 3))));

    assertThat(bench.run("egress", "bob").out())
        .contains("HOST", "RULE", "a.example", "allowed", "30B", "2.05kB");
  }

  /** Answers each look with the next of these contacts, and then says that the agent is gone. */
  private void answer(List<List<ContactView>> all) {
    Iterator<List<ContactView>> looks = all.iterator();
    daemon.on(
        ROUTE,
        (request, reply) ->
            reply.json(
                looks.hasNext() ? 200 : 404,
                Json.write(
                    looks.hasNext()
                        ? new EgressView(looks.next())
                        : Problem.of(ErrorCode.AGENT_NOT_FOUND, "the agent was removed", null))));
  }

  @Test
  void aFollowerPrintsAHostAgainWhenItsNumbersChange() {
    ContactView first = contact("a.example", true, 1);
    ContactView refused = contact("b.example", false, 1);
    answer(
        List.of(
            List.of(first),
            List.of(refused, first),
            List.of(contact("a.example", true, 2), refused)));

    Bench.Run run = bench.run("egress", "-f", "bob");

    assertThat(run.out())
        .isEqualTo(
            """
            1970-01-01T00:00:00Z a.example:443 allowed rule=a.example count=1 sent=10 received=2048
            1970-01-01T00:00:00Z b.example:443 refused rule=b.example count=1 sent=10 received=2048
            1970-01-01T00:00:00Z a.example:443 allowed rule=a.example count=2 sent=20 received=2048
            """);
    assertThat(run.exit()).isEqualTo(3);
  }

  @Test
  void aQuietFollowerPrintsOnlyHosts() {
    answer(List.of(List.of(contact("a.example", true, 1)), List.of(contact("b.example", true, 1))));

    assertThat(bench.run("egress", "-f", "-q", "bob").out()).isEqualTo("a.example\nb.example\n");
  }
}
