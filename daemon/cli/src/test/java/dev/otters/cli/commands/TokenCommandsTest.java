package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.session.GrantRevocation;
import dev.otters.api.session.SessionGrants;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.system.NewToken;
import dev.otters.api.system.TokenIssued;
import dev.otters.api.system.TokenList;
import dev.otters.api.system.TokenView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenCommandsTest extends CommandTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final TokenView VIEW =
      new TokenView("t1", List.of("app/a", "b"), NOW, Instant.parse("2030-01-01T00:00:00Z"));

  @Test
  void aNewTokenIsPrintedAlone() {
    daemon.answer("POST /v1/tokens", new TokenIssued("eyJ.x.y", VIEW));

    assertThat(bench.run("token", "create", "--root", "app/a", "--root", "b").out())
        .isEqualTo("eyJ.x.y\n");
    assertThat(Json.read(daemon.requests().getLast().text(), NewToken.class).roots())
        .containsExactly("app/a", "b");
  }

  @Test
  void aTokenNeedsARoot() {
    Bench.Run run = bench.run("token", "create");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("no --root is given");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void tokensAreListedAndRemoved() {
    daemon.answer("GET /v1/tokens", new TokenList(List.of(VIEW)));
    daemon.on("DELETE /v1/tokens/t1", (request, reply) -> reply.json(204, ""));

    assertThat(bench.run("token", "ls").out()).containsPattern("t1 +app/a, b .*2030-01-01");
    assertThat(bench.run("token", "ls", "-q").out()).isEqualTo("t1\n");
    assertThat(bench.run("token", "rm", "t1").out()).isEqualTo("removed t1\n");
  }

  @Test
  void grantsAreTakenFromASession() {
    daemon.answer(
        "GET /v1/agents/bob/sessions/daily",
        new SessionSummary("daily", "bob", "idle", null, 1, 1, 0, 0, NOW, NOW, null, "Hi"));
    daemon.answer("POST /v1/agents/bob/sessions/daily/revoke", new SessionGrants(List.of()));

    assertThat(bench.run("session", "revoke", "bob", "daily", "app/a", "b").out())
        .isEqualTo("grants none\n");
    assertThat(Json.read(daemon.requests().getLast().text(), GrantRevocation.class).grants())
        .containsExactly("app/a", "b");
  }
}
