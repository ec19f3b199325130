package dev.otters.oci.registry.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.credentials.Credentials;
import dev.otters.credentials.Credentials.Password;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TokensTest {
  private static final String SECRET = "canary-41";

  private final Tokens tokens = new Tokens();

  private Tokens.Key key(String user, String password) {
    return tokens.key("r.io", "a/b", "pull", Optional.of(new Password(user, password)));
  }

  @Test
  void aTokenIsForWhoShowsTheSameCredentialsAndNobodyElse() {
    tokens.keep(key("me", SECRET), "Bearer t", Duration.ofHours(1));
    assertThat(tokens.find(key("me", SECRET))).contains("Bearer t");
    assertThat(tokens.find(key("me", "guessed"))).isEmpty();
    assertThat(tokens.find(key("you", SECRET))).isEmpty();
    assertThat(tokens.find(tokens.key("r.io", "a/b", "pull", Optional.empty()))).isEmpty();
    assertThat(tokens.find(new Tokens().key("r.io", "a/b", "pull", Optional.empty()))).isEmpty();
  }

  @Test
  void aTokenIsForOneRepositoryOfOneHostAndOneSetOfActions() {
    Optional<Credentials> nobody = Optional.empty();
    tokens.keep(tokens.key("r.io", "a/b", "pull", nobody), "Bearer t", Duration.ofHours(1));

    assertThat(tokens.find(tokens.key("r.io", "a/b", "pull", nobody))).isPresent();
    assertThat(tokens.find(tokens.key("other.io", "a/b", "pull", nobody))).isEmpty();
    assertThat(tokens.find(tokens.key("r.io", "a/c", "pull", nobody))).isEmpty();
    assertThat(tokens.find(tokens.key("r.io", "a/b", "pull,push", nobody))).isEmpty();
  }

  @Test
  void aTokenThatEndsWithinTenSecondsIsNotUsedAgain() {
    tokens.keep(key("me", SECRET), "Bearer t", Duration.ofSeconds(9));

    assertThat(tokens.find(key("me", SECRET))).isEmpty();
  }

  @Test
  void theNumberOfKeptTokensIsLimited() {
    for (int i = 0; i <= Tokens.MOST; i++) {
      tokens.keep(key("user" + i, SECRET), "Bearer t", Duration.ofHours(1));
    }
    assertThat(tokens.find(key("user" + (Tokens.MOST - 1), SECRET))).isPresent();
    assertThat(tokens.find(key("user" + Tokens.MOST, SECRET))).isEmpty();
  }

  @Test
  void whatIsRememberedHoldsNoPassword() {
    assertThat(key("me", SECRET))
        .usingRecursiveAssertion()
        .allFieldsSatisfy(field -> !String.valueOf(field).contains(SECRET));
  }
}
