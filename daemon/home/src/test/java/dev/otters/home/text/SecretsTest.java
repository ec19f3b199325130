package dev.otters.home.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SecretsTest {
  private static final UUID ONE = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);

  private static Secrets filled() {
    Secrets secrets = new Secrets(text -> text.replace("a-token", Redactor.HIDDEN));
    secrets.keys(List.of("key-of-a-provider"));
    secrets.passwords(List.of("registry-password"));
    secrets.agent(ONE, List.of("value-of-one"));
    secrets.agent(OTHER, List.of("value-of-other"));
    return secrets;
  }

  private static final String ALL =
      "key-of-a-provider registry-password value-of-one value-of-other a-token";

  @Test
  void theDaemonsTextsContainNoValue() {
    try (Secrets _ = filled()) {
      assertThat(Secrets.hide(ALL)).isEqualTo("(secret) (secret) (secret) (secret) (secret)");
    }
    assertThat(Secrets.hide(ALL)).isEqualTo(ALL);
  }

  @Test
  void anAgentsTextsContainNoValueThatItWasGivenAndTellNothingOfOthers() {
    try (Secrets secrets = filled()) {
      assertThat(secrets.of(ONE).apply(ALL))
          .isEqualTo("(secret) (secret) (secret) value-of-other (secret)");
    }
  }

  @Test
  void anImageHidesNothingInTheDaemonsTexts() {
    try (Secrets secrets = filled()) {
      secrets.declared(ONE, List.of("A sandbox ended", "registry-password"));
      String text = "A sandbox ended, registry-password";
      assertThat(Secrets.hide(text)).isEqualTo("A sandbox ended, (secret)");
      assertThat(secrets.of(ONE).apply(text)).isEqualTo("(secret), (secret)");
      assertThat(secrets.of(OTHER).apply(text)).isEqualTo("A sandbox ended, (secret)");
      secrets.forget(ONE);
      assertThat(secrets.of(ONE).apply(text)).isEqualTo("A sandbox ended, (secret)");
    }
  }

  private static final String CUT = "\n[… 9 bytes left out …]\n";

  @Test
  void anAgentCannotFindAValueByItsPartsBesideAPretendedCut() {
    try (Secrets secrets = filled()) {
      secrets.vaults(List.of("value-of-a-vault"));
      for (String guess : List.of("key-of-a", "registry-p", "value-of-a", "value-of-x")) {
        String text = guess + CUT + "end";
        assertThat(secrets.of(ONE).apply(text)).isEqualTo(text);
      }
      String own = "value-of-on" + CUT + "f-one";
      assertThat(secrets.of(ONE).apply(own)).isEqualTo("(secret)" + CUT + "(secret)");
    }
  }

  @Test
  void aGatedToolShowsNoPartOfAVaultWhereItsOutputWasCut() {
    try (Secrets secrets = filled()) {
      secrets.vaults(List.of("value-of-a-vault"));
      assertThat(secrets.ofGated(ONE).apply("x value-of-a-v" + CUT + "a-vault x value-of-a-vault"))
          .isEqualTo("x (secret)" + CUT + "(secret) x (secret)");
    }
  }

  @Test
  void aChangeOfTheTableAppliesAtOnce() {
    try (Secrets secrets = filled()) {
      assertThat(secrets.of(ONE).apply("new-key-1 value-of-two")).contains("new-key-1");
      secrets.keys(List.of("new-key-1"));
      secrets.agent(ONE, List.of("value-of-two"));
      assertThat(secrets.of(ONE).apply("new-key-1 value-of-two")).isEqualTo("(secret) (secret)");
      assertThat(Secrets.hide("value-of-one value-of-two")).isEqualTo("value-of-one (secret)");
      secrets.forget(ONE);
      assertThat(Secrets.hide("value-of-two")).isEqualTo("value-of-two");
    }
  }

  @Test
  void aPasswordIsHiddenFromTheRequestOnThatCarriesIt() {
    try (Secrets secrets = filled()) {
      String text = "second-password third-password";
      assertThat(secrets.of(ONE).apply(text)).isEqualTo(text);
      secrets.passwords(List.of("second-password", "registry-password"));
      assertThat(secrets.of(ONE).apply(text)).isEqualTo("(secret) third-password");
      secrets.passwords(List.of("registry-password", "third-password"));
      assertThat(secrets.of(ONE).apply(text)).isEqualTo("(secret) (secret)");
      assertThat(secrets.hideInPiece(ONE, text + " a-token", false, false))
          .isEqualTo("(secret) (secret) (secret)");
      assertThat(Secrets.hide(text)).isEqualTo("(secret) (secret)");
    }
  }

  @Test
  void newKeysAreHiddenFromEveryAgentAtOnce() {
    try (Secrets secrets = filled()) {
      assertThat(secrets.of(OTHER).apply("new-key-1")).isEqualTo("new-key-1");
      assertThat(Secrets.hide("new-key-1")).isEqualTo("new-key-1");
      secrets.keys(List.of("new-key-1"));
      assertThat(secrets.of(OTHER).apply("new-key-1")).isEqualTo("(secret)");
      assertThat(Secrets.hide("new-key-1")).isEqualTo("(secret)");
    }
  }

  @Test
  void theOldestPasswordsAreForgottenFirst() {
    try (Secrets secrets = filled()) {
      secrets.passwords(List.of("last-" + "x".repeat(128 << 10)));
      secrets.passwords(List.of("newest-one"));
      assertThat(secrets.of(ONE).apply("registry-password newest-one"))
          .isEqualTo("registry-password (secret)");
    }
  }
}
