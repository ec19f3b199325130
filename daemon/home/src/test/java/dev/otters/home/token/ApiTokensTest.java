package dev.otters.home.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.home.token.TokenException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiTokensTest {
  @TempDir private Path folder;
  private final ManualTime time = new ManualTime();
  @AutoClose private Database database;
  private Tokens tokens;

  @BeforeEach
  void open() throws IOException {
    database = Database.open(folder.resolve("daemon.db"));
    SigningKey key = SigningKey.load(folder.resolve("signing.key"));
    tokens = new Tokens(database, key, "home", time);
  }

  @Test
  void aTokenOfAnApplicationIsGoodForItsRootsUntilItEndsOrIsRevoked() {
    ApiTokens.Issued issued = tokens.api().issue(List.of("app/a", "b")).orElseThrow();
    ApiTokens.Issued other = tokens.api().issue(List.of("c")).orElseThrow();

    assertThat(tokens.check(issued.token()))
        .isEqualTo(new Caller(issued.entry().id(), List.of("app/a", "b")));
    TokensTest.assertRefused(Reason.AUDIENCE, () -> tokens.checkOperator(issued.token()));
    assertThat(tokens.check(tokens.operator(Optional.empty())).isOperator()).isTrue();
    TokensTest.assertRefused(Reason.SIGNATURE, () -> tokens.check(TokensTest.cut(issued.token())));
    assertThat(tokens.api().revoke(other.entry().id())).isTrue();
    TokensTest.assertRefused(Reason.REVOKED, () -> tokens.check(other.token()));
    time.advance(ApiTokens.LIFE);
    TokensTest.assertRefused(Reason.EXPIRED, () -> tokens.check(issued.token()));
    assertThat(tokens.api().issue(List.of("d"))).isPresent();
    assertThat(tokens.api().list())
        .extracting(ApiTokens.Entry::roots)
        .containsExactly(List.of("d"));
  }

  @Test
  void thereIsALimitOnTokensOfApplications() {
    database.update(
        tx -> {
          String row = "INSERT INTO tokens VALUES(?, ?, NULL, 0, ?, 'app')";
          for (int i = 1; i < ApiTokens.MOST; i++) {
            assertThat(tx.execute(row, "t" + i, ApiTokens.AUDIENCE, time.now().plusSeconds(9)))
                .isOne();
          }
        });

    assertThat(tokens.api().issue(List.of("app"))).isPresent();
    assertThat(tokens.api().issue(List.of("app"))).isEmpty();
    time.advance(Duration.ofSeconds(9));
    assertThat(tokens.api().issue(List.of("app"))).isPresent();
  }
}
