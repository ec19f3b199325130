package dev.otters.agents.setup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.parser.AgentfileParser;
import dev.otters.sessions.conversation.Memory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TurnConfigTest {
  @ParameterizedTest
  @ValueSource(strings = {"7", "\"7\""})
  void aNumberMayBeText(String value) {
    TurnConfig config = config("CONFIG max-iterations=" + value);

    assertThat(config.complaints()).isEmpty();
    assertThat(config.maxIterations()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1000000", "\"1\"", "\"1000000\""})
  void theLeastAndTheGreatestNumberCount(String value) {
    TurnConfig config = config("CONFIG max-iterations=" + value);

    assertThat(config.complaints()).isEmpty();
    assertThat(config.maxIterations()).isEqualTo(Integer.parseInt(value.replace("\"", "")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "true", "\"\"", "\"07\"", "\"1000001\"", "\"many\""})
  void whatIsNoUsefulNumberIsRefused(String value) {
    assertThat(config("CONFIG tool-timeout=" + value).complaints())
        .containsExactly("CONFIG tool-timeout must be a whole number from 1 to 1000000");
  }

  @ParameterizedTest
  @CsvSource({
    "temperature=hot, temperature must be a number",
    "top-p=\"1e999\", top-p must be a number",
    "presence-penalty=true, presence-penalty must be a number",
    "max-tokens=1.5, 'max-tokens must be a whole number, 1 or greater'",
    "top-k=0, 'top-k must be a whole number, 1 or greater'"
  })
  void aSettingOfModelsThatIsNoNumberIsRefused(String line, String complaint) {
    assertThat(config("CONFIG " + line).complaints()).containsExactly("CONFIG " + complaint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.7", "-2", "1e-3", "\"0.5\"", "\"\"", "100000000.5"})
  void aNumberOfAnyFormIsASettingOfModels(String value) {
    assertThat(config("CONFIG temperature=" + value).complaints()).isEmpty();
  }

  @Test
  void whatIsNotSaidHasItsDefault() {
    assertThat(config("NAME otter").maxParallelTurns()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({"64, 64", "65, 64", "1000000, 64"})
  void anAgentRunsAtMostSixtyFourTurnsAtATime(int wanted, int allowed) {
    TurnConfig config = config("CONFIG max-parallel-turns=" + wanted);

    assertThat(config.complaints()).isEmpty();
    assertThat(config.maxParallelTurns()).isEqualTo(allowed);
  }

  @Test
  void aConversationIsSummarizedUnlessTheAgentfileSaysOtherwise() {
    assertThat(config("NAME otter").memory("acme/m")).isEqualTo(new Memory(true, 0, 0));
    assertThat(config("NAME otter").memory("local/m")).isEqualTo(new Memory(false, 0, 0));
    assertThat(config("CONFIG memory-strategy=summarize").memory("local/m"))
        .isEqualTo(new Memory(true, 0, 0));
    assertThat(
            config(
                    "CONFIG memory-strategy=sliding\nCONFIG memory-max-messages=20\n"
                        + "CONFIG memory-max-tokens=0")
                .memory("acme/m"))
        .isEqualTo(new Memory(false, 20, 0));
  }

  @ParameterizedTest
  @CsvSource({
    "memory-strategy=forget, CONFIG memory-strategy must be summarize or sliding",
    "memory-max-tokens=-1, CONFIG memory-max-tokens must be a whole number from 0 to 1000000",
    "memory-max-messages=many, CONFIG memory-max-messages must be a whole number from 0 to 1000000",
  })
  void anUnknownMemoryIsRefused(String line, String complaint) {
    assertThat(config("CONFIG " + line).complaints()).containsExactly(complaint);
    assertThat(config("CONFIG memory-max-tokens=0").complaints()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "model-endpoint=yes, CONFIG model-endpoint must be on or off",
    "model-endpoint=true, CONFIG model-endpoint must be on or off",
    "'model-endpoint-models=\"a/b, c\"', "
        + "'CONFIG model-endpoint-models must be provider/model, separated by commas'"
  })
  void anUnknownModelEndpointIsRefused(String line, String complaint) {
    assertThat(config("CONFIG " + line).complaints()).containsExactly(complaint);
    assertThat(config("CONFIG model-endpoint=off").complaints()).isEmpty();
    assertThat(config("CONFIG model-endpoint-models=\"a/b, c/d\"").endpointModels())
        .containsExactly("a/b", "c/d");
  }

  @ParameterizedTest
  @CsvSource({
    "context-write=yes, CONFIG context-write must be true or false",
    "'context-ids=\"a,b,c,d,e\"', "
        + "'CONFIG context-ids: there are 5 scratchpads, and a message has at most 4'"
  })
  void wrongScratchpadsAreRefused(String line, String complaint) {
    assertThat(config("CONFIG " + line).complaints()).containsExactly(complaint);
    assertThat(config("CONFIG context-write=true").complaints()).isEmpty();
    assertThat(config("CONFIG context-ids=\"a, b\"").complaints()).isEmpty();
  }

  private static TurnConfig config(String line) {
    var parsed =
        (Parsed)
            AgentfileParser.parse(
                "Agentfile", ("FROM scratch\n" + line + "\n").getBytes(UTF_8), Map.of());
    return new TurnConfig(parsed.agentfile());
  }

  @Test
  void fallbackModelsAreNamedWithTheirProviders() {
    assertThat(config("CONFIG fallback-models=\"a/b, c/d/e\"").models())
        .containsExactly("a/b", "c/d/e");
    for (String wrong : List.of("a", "a/b,", "/b", "a/")) {
      assertThat(config("CONFIG fallback-models=\"" + wrong + "\"").complaints())
          .containsExactly("CONFIG fallback-models must be provider/model, separated by commas");
    }
  }
}
