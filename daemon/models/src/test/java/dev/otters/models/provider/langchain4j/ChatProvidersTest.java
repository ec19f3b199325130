package dev.otters.models.provider.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.text.Secrets;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.provider.ProviderConfig;
import dev.otters.models.provider.Secret;
import dev.otters.models.provider.Timeouts;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChatProvidersTest {
  private static ProviderConfig config(String kind, String key, String base, String... models) {
    return new ProviderConfig(
        "acme",
        kind,
        Optional.of(new Secret(key)),
        Optional.of(URI.create(base)),
        List.of(models),
        Timeouts.STANDARD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "line\nbreak", "", "schlüssel", " "})
  void aKeyThatIsNoHeaderIsRefusedWithoutBeingShown(String key) {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> ChatProviders.open(config("openai", key, "https://host/v1")))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.AUTH))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("words", "break", "schlüssel"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://host/v1", "https:///v1", "https://me:secret@host/v1", "https://h/v1?k=s"})
  void anAddressThatIsNoPlainUrlIsRefusedWithoutBeingShown(String base) {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> ChatProviders.open(config("openai", "sk-1", base)))
        .withMessageNotContaining("secret")
        .satisfies(e -> assertThat(e.remedy()).contains("--api-base"));
  }

  @Test
  void anUnknownKindIsTold() {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> ChatProviders.open(config("telepathy", "sk-1", "https://host/v1")))
        .withMessageContaining("telepathy");
  }

  @ParameterizedTest
  @CsvSource({
    "openai, https://host, https://host/v1",
    "openai, https://host/, https://host/v1",
    "openai, https://host/api/, https://host/api",
    "anthropic, http://127.0.0.1:8080, http://127.0.0.1:8080/v1",
    "google, http://127.0.0.1:8080, http://127.0.0.1:8080/v1beta",
  })
  void anAddressWithoutAPathGetsTheUsualOne(String kind, String base, String used) {
    assertThat(Address.of(config(kind, "sk-1", base)).base()).isEqualTo(URI.create(used));
  }

  @Test
  void chosenModelsAreOfferedWithoutAsking() throws Exception {
    assertThat(
            ChatProviders.open(config("openai", "sk-1", "http://nowhere.invalid", "b", "a"))
                .models())
        .extracting(ModelOffer::name)
        .containsExactly("b", "a");
  }

  @Test
  void theKeyIsInNoText() {
    ProviderConfig config = config("openai", "sk-1234567890", "https://host/v1");
    assertThat(config.toString()).doesNotContain("sk-1234567890");
  }

  @Test
  void whatIsLeftOfAKeyIsHidden() {
    Scrubber scrubber = new Scrubber(Optional.of(new Secret("sk-abcdefghijklmnopqrstuvwxyz")));
    assertThat(scrubber.clean("bad key sk-abcdefghijklmnopqrstuvwxyz!"))
        .isEqualTo("bad key (secret)!");
    assertThat(scrubber.clean("bad key sk-abcde...")).isEqualTo("bad key (secret)");
    assertThat(scrubber.clean("bad key sk-a****wxyz")).isEqualTo("bad key (secret)");
    assertThat(scrubber.clean("Authorization: Bearer abc123def"))
        .isEqualTo("Authorization: Bearer (secret)");
    assertThat(scrubber.clean("a\n\tb\u001b[31m")).isEqualTo("a b [31m");
    assertThat(scrubber.clean("x".repeat(1000))).hasSizeLessThan(310);
    assertThat(new Scrubber(Optional.empty()).clean("key sk-other")).isEqualTo("key sk-other");
    try (Secrets secrets = new Secrets(UnaryOperator.identity())) {
      secrets.keys(List.of("sk-other"));
      assertThat(new Scrubber(Optional.empty()).clean("key sk-other")).isEqualTo("key (secret)");
    }
  }
}
