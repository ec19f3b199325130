package dev.otters.models.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriceFileTest {
  @TempDir Path folder;
  private Path file;
  private PriceFile prices;

  @BeforeEach
  void open() {
    file = folder.resolve("prices.yaml");
    Map<String, String> kinds = Map.of("work", "openai", "claude", "anthropic", "own", "vllm");
    prices = new PriceFile(file, name -> Optional.ofNullable(kinds.get(name)));
  }

  private void write(String... lines) throws IOException {
    Files.writeString(file, "prices:\n" + String.join("\n", lines) + "\n");
  }

  private static String line(String provider, String model, String input, String output) {
    return "  - {provider: %s, model: \"%s\", input: %s, output: %s}"
        .formatted(provider, model, input, output);
  }

  private long input(String model) {
    return prices.of(model).orElseThrow().input();
  }

  @Test
  void aFileThatIsBeingWrittenIsReadOnceItIsWhole() throws Exception {
    write(line("work", "small", "1", "2"));
    assertThat(input("work/small")).isEqualTo(1_000_000);
    Files.writeString(file, "");
    Thread editor = Thread.ofVirtual().start(() -> fill("7"));

    long read = input("work/small");

    editor.join();
    assertThat(read).isEqualTo(7_000_000);
  }

  private void fill(String price) {
    try {
      write(line("work", "small", price, "2"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void bundledPricesApplyToAllProvidersOfAKind() {
    assertThat(prices.of("work/gpt-4o"))
        .contains(new Price(2_500_000, 1_250_000, 2_500_000, 10_000_000));
    assertThat(prices.of("claude/claude-haiku-4-5"))
        .contains(new Price(1_000_000, 100_000, 1_250_000, 5_000_000));
  }

  @Test
  void aDatedVersionHasThePriceOfItsModel() {
    assertThat(prices.of("work/gpt-4o-2024-08-06")).isEqualTo(prices.of("work/gpt-4o"));
    assertThat(prices.of("claude/claude-sonnet-4-5-20250929"))
        .isPresent()
        .isEqualTo(prices.of("claude/claude-sonnet-4-5"));
  }

  @ParameterizedTest
  @CsvSource({"local/tiny", "scripted/guide"})
  void builtInProvidersAreFree(String model) {
    assertThat(prices.of(model)).contains(new Price(0, 0, 0, 0));
  }

  @ParameterizedTest
  @CsvSource({"work/gpt-4o-mega", "own/gpt-4o", "unknown/gpt-4o", "gpt-4o", "work/", "''"})
  void anUnknownModelHasNoPrice(String model) {
    assertThat(prices.of(model)).isEmpty();
  }

  @Test
  void theFileOfTheHomeComesFirstAndAProviderBeforeItsKind() throws IOException {
    write(
        line("openai", "gpt-4o", "1", "2"),
        line("work", "gpt-4o-mini", "0.000001", "2"),
        line("openai", "gpt-4o-mini", "7", "2"),
        line("own", "*", "0", "0"));

    assertThat(input("work/gpt-4o")).isEqualTo(1_000_000);
    assertThat(input("work/gpt-4o-mini")).isEqualTo(1);
    assertThat(input("own/anything")).isZero();
    assertThat(prices.problem()).isEmpty();
  }

  @Test
  void aChangeAppliesAtOnceAndAnErrorKeepsTheLastPrices() throws IOException {
    write(line("own", "m", "1", "1"));
    assertThat(input("own/m")).isEqualTo(1_000_000);
    write(line("own", "m", "22", "1"));
    assertThat(input("own/m")).isEqualTo(22_000_000);

    write(line("own", "m", "cheap", "1"));
    assertThat(input("own/m")).isEqualTo(22_000_000);
    assertThat(prices.problem().orElseThrow())
        .contains("prices.yaml:2", "input must be dollars for a million tokens");

    Files.delete(file);
    assertThat(prices.of("own/m")).isEmpty();
    assertThat(prices.problem()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "  - {provider: a, model: b, input: 1} | no output",
        "  - {provider: a, input: 1, output: 1} | no model",
        "  - {provider: a, model: b, input: -1, output: 1} | input must be",
        "  - {provider: a, model: b, input: 1e3, output: 1} | input must be",
        "  - {provider: a, model: b, input: 0.0000001, output: 1} | input must be",
        "  - {provider: a, model: b, input: 100000, output: 1} | input must be",
        "  - {provider: a, model: b, in: 1, output: 1} | in",
        "  - {provider: a, model: b, context: 0} | context must be a number of tokens",
        "  - {provider: a, model: b, max-output: 1k} | max-output must be a number of tokens",
        "  - {provider: a, model: b, context: 9, input: 1} | no output",
        "  - {provider: a, model: b} | no input",
        "  - 7 | a price must be a mapping",
        "  - | a price must be a mapping",
      })
  void anErrorNamesItsLine(String line, String message) throws IOException {
    write(line);
    assertThat(prices.problem().orElseThrow()).contains("prices.yaml:2").contains(message);
  }

  @Test
  void aSizeOfTheFileComesBeforeAReportedOneAndThatBeforeTheBundledOne() throws IOException {
    assertThat(prices.size("work/gpt-4o-2024-08-06", ModelSize.UNKNOWN))
        .isEqualTo(new ModelSize(Optional.of(128_000), Optional.of(16_384)));
    assertThat(prices.size("work/gpt-4o", ModelSize.of(9)))
        .isEqualTo(new ModelSize(Optional.of(9), Optional.of(16_384)));
    assertThat(prices.size("own/m", ModelSize.of(9))).isEqualTo(ModelSize.of(9));

    write(
        "  - {provider: openai, model: gpt-4o, context: 7}",
        "  - {provider: own, model: \"*\", max-output: 5}",
        "  - {provider: own, model: m, context: 8, input: 1, output: 1}");

    assertThat(prices.size("work/gpt-4o", ModelSize.of(9)))
        .isEqualTo(new ModelSize(Optional.of(7), Optional.of(16_384)));
    assertThat(prices.size("own/m", ModelSize.of(9)))
        .isEqualTo(new ModelSize(Optional.of(8), Optional.of(5)));
    assertThat(input("work/gpt-4o")).isEqualTo(2_500_000);
    assertThat(prices.of("own/other")).isEmpty();
    assertThat(prices.problem()).isEmpty();
  }

  @Test
  void theBundledListHasAPriceAndASizeOfEachModelOfAVendor() {
    for (String model :
        List.of("anthropic/claude-opus-4-5", "openai/gpt-5", "google/gemini-2.5-pro")) {
      assertThat(prices.of(model)).as(model).isPresent();
      assertThat(prices.size(model, ModelSize.UNKNOWN).context()).as(model).isPresent();
    }
  }

  @Test
  void twoPricesOfAModelAreAnError() throws IOException {
    write(line("a", "b", "1", "1"), line("a", "b", "1", "1"));
    assertThat(prices.problem().orElseThrow()).contains("prices.yaml:3").contains("a/b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{", "- ", "&a [*a, ", "!!x ", "\t"})
  void garbageOfAMegabyteIsAProblemAndNoMore(String part) throws IOException {
    Files.writeString(file, "prices: " + part.repeat(1_000_000 / part.length()));

    assertThat(prices.of("work/gpt-4o")).isPresent();
    assertThat(prices.problem()).isPresent();
  }

  @Test
  void aListThatContainsItselfIsAProblem() throws IOException {
    Files.writeString(file, "prices: &a [*a]");

    assertThat(prices.problem()).isPresent();
  }
}
