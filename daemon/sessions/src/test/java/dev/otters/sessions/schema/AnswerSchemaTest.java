package dev.otters.sessions.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.sessions.log.SessionException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AnswerSchemaTest {
  private static final String PERSON =
      """
      {"type": "object", "properties": {"name": {"type": "string", "pattern": "^[a-z]+$"},
       "age": {"type": "integer", "minimum": 0}}, "required": ["name", "age"],
       "additionalProperties": false}\
      """;

  @Test
  void anAnswerThatMatchesHasNoProblem() {
    AnswerSchema.check(PERSON);
    assertThat(AnswerSchema.problem(PERSON, " {\"name\": \"ada\", \"age\": 36}\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"name\": \"ada\"}|required property 'age' not found",
        "{\"name\": \"ada\", \"age\": \"x\"}|/age: string found, integer expected",
        "{\"name\": \"ada\", \"age\": -1}|/age: must have a minimum value of 0",
        "{\"name\": \"Ada\", \"age\": 1}|/name: does not match the regex pattern ^[a-z]+$",
        "{\"name\": \"ada\", \"age\": 1, \"x\": 1}|property 'x' is not defined in the schema",
        "Here it is: {}|it is not a JSON document",
        "{} {}|it is not a JSON document",
        "{\"age\": 1, \"age\": 2, \"name\": \"a\"}|it is not a JSON document: Duplicate",
        "``|it is empty",
        "NaN|it is not a JSON document",
      })
  void theProblemsOfAnAnswerHaveTheirPlaces(String answer, String problem) {
    assertThat(AnswerSchema.problem(PERSON, answer)).get().asString().contains(problem);
  }

  @Test
  void aLongListOfProblemsIsCut() {
    String names = "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}";
    String problem = AnswerSchema.problem(names, "[" + "1,".repeat(500) + "1]").orElseThrow();
    assertThat(problem)
        .contains("/0: integer found")
        .endsWith("; and 496 more")
        .hasSizeLessThan(500);
    String odd = "{\"" + "x\\u0007\\n".repeat(1000) + "\": 1}";
    assertThat(AnswerSchema.problem(PERSON, odd).orElseThrow())
        .hasSizeLessThan(1100)
        .doesNotContain("\u0007", "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://json-schema.org/draft-04/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2020-12/schema#",
      })
  void everyUsualVersionOfJsonSchemaIsKnown(String version) {
    String schema = "{\"$schema\": \"" + version + "\", \"type\": \"array\"}";
    AnswerSchema.check(schema);
    assertThat(AnswerSchema.problem(schema, "[]")).isEmpty();
    assertThat(AnswerSchema.problem(schema, "{}")).get().asString().contains("array expected");
  }

  @Test
  void aSchemaRefersToItsOwnParts() {
    String list =
        "{\"$defs\": {\"node\": {\"type\": \"object\", \"properties\": {\"next\": {\"$ref\":"
            + " \"#/$defs/node\"}}}}, \"$ref\": \"#/$defs/node\"}";
    AnswerSchema.check(list);
    assertThat(AnswerSchema.problem(list, "{\"next\": {\"next\": {}}}")).isEmpty();
    assertThat(AnswerSchema.problem(list, "{\"next\": {\"next\": 1}}"))
        .get()
        .asString()
        .contains("/next/next: integer found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\": |the schema is not JSON",
        "{} {}|the schema is not JSON",
        "[]|the schema must be a JSON object",
        "true|the schema must be a JSON object",
        "``|the schema must be a JSON object",
        "{\"type\": \"text\"}|the schema is not valid: /type: does not have a value in the",
        "{\"properties\": []}|the schema is not valid: /properties: array found, object expected",
        "{\"$schema\": \"https://example.com/x\"}|the schema has an unknown $schema: https",
        "{\"$ref\": \"#/$defs/none\"}|the schema refers to a part that it does not have",
        "{\"$ref\": \"other.json\"}|the schema refers to another document, which is not fetched",
        "{\"pattern\": \"(\"}|the schema is not valid: the pattern ( cannot be used: missing clos",
        "{\"pattern\": \"(a)\\\\1\"}|the pattern (a)\\1 cannot be used: invalid escape sequence",
        "{\"patternProperties\": {\"(?=a)\": {}}}|the pattern (?=a) cannot be used",
        "{\"pattern\": \"((a{99}){99}){99}\"}|cannot be used: it is too large",
        "{\"properties\": {\"a\": {\"pattern\": \"[\"}}}|the pattern [ cannot be used",
      })
  void aSchemaThatCannotBeUsedIsRefusedWithTheReason(String schema, String why) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> AnswerSchema.check(schema))
        .withMessageContaining(why)
        .matches(e -> e.code() == SessionException.Code.INVALID);
  }

  @Test
  void aSchemaThatIsTooLargeOrTooDeepIsRefused() {
    String large = "{\"description\": \"" + "\u00e9".repeat(AnswerSchema.MAX_BYTES / 2) + "\"}";
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> AnswerSchema.check(large))
        .withMessage("the schema has more than 32 KiB");
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> AnswerSchema.check(nested(33)))
        .withMessage("the schema is nested more than 32 levels deep");
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> AnswerSchema.check(nested(200)))
        .withMessageStartingWith("the schema is not JSON: ");
    assertThatCode(() -> AnswerSchema.check(nested(31))).doesNotThrowAnyException();
  }

  private static String nested(int levels) {
    return "{\"not\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
  }

  @Test
  void noReferenceIsEverFetched() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String there = "http://127.0.0.1:" + server.getLocalPort() + "/x.json";
      for (String schema :
          new String[] {
            "{\"$ref\": \"%s\"}",
            "{\"properties\": {\"a\": {\"$ref\": \"%s#/a\"}}}",
            "{\"$dynamicRef\": \"%s\"}",
            "{\"$schema\": \"%s\"}",
            "{\"$defs\": {\"a\": {\"$id\": \"%s\", \"$schema\": \"%s\"}}, \"$ref\": \"#/$defs/a\"}",
            "{\"$id\": \"%s\", \"$ref\": \"#/none\"}",
          }) {
        String text = schema.replace("%s", there);
        assertThatExceptionOfType(SessionException.class)
            .as(text)
            .isThrownBy(() -> AnswerSchema.check(text));
        assertThat(AnswerSchema.problem("{\"$id\": \"" + there + "\"}", "{}")).isEmpty();
      }
      server.setSoTimeout(1);
      assertThatExceptionOfType(java.net.SocketTimeoutException.class).isThrownBy(server::accept);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "(.*a){20}$", "(a?){50}b"})
  @Timeout(10)
  void aPatternThatBacktracksElsewhereTakesLinearTime(String pattern) {
    String schema = "{\"pattern\": \"" + pattern + "\"}";
    AnswerSchema.check(schema);
    assertThat(AnswerSchema.problem(schema, "\"" + "ax".repeat(20_000) + "!\"")).isPresent();
  }

  @Test
  @Timeout(20)
  void aCheckOfAnAnswerHasALimit() {
    String pattern = "{\"items\": {\"pattern\": \"(a?){500}b\"}}";
    AnswerSchema.check(pattern);
    String strings = "[" + ("\"" + "a".repeat(900) + "\",").repeat(280) + "1]";
    assertThat(AnswerSchema.problem(pattern, strings)).contains("it takes too many steps to check");
    String doubling =
        "{\"items\": {\"anyOf\": [{\"$ref\": \"#\"}, {\"$ref\": \"#\"}]}, \"type\": \"array\"}";
    AnswerSchema.check(doubling);
    String deep = "[".repeat(60) + "1" + "]".repeat(60);
    assertThat(AnswerSchema.problem(doubling, deep)).contains("it takes too many steps to check");
    assertThat(AnswerSchema.problem("{\"$ref\": \"#\"}", "1"))
        .contains("it takes too many steps to check");
    assertThat(AnswerSchema.problem("{}", "[".repeat(200) + "]".repeat(200)))
        .get()
        .asString()
        .startsWith("it is not a JSON document");
    assertThat(AnswerSchema.problem("{}", "\"" + "a".repeat(1 << 20) + "\""))
        .contains("it has more than 262144 characters");
  }

  @Test
  void aCheckHasALimitOnTheDifferencesThatItKeepsInMemory() {
    String names =
        IntStream.range(0, 200).mapToObj(i -> "\"k" + i + "\"").collect(Collectors.joining(","));
    String required = "{\"items\": {\"required\": [" + names + "]}}";
    String either = "{\"anyOf\": [" + required + ", {\"type\": \"string\"}]}";
    String few = "[" + "{},".repeat(99) + "{}]";
    String many = "[" + "{},".repeat(499) + "{}]";
    for (String schema : List.of(required, either)) {
      AnswerSchema.check(schema);
      assertThat(AnswerSchema.problem(schema, few)).get().asString().contains(" more");
      assertThat(AnswerSchema.problem(schema, many)).contains("it takes too many steps to check");
    }
  }

  @Test
  void numbersOfAnySizeAreChecked() {
    String cents = "{\"type\": \"number\", \"multipleOf\": 0.01}";
    AnswerSchema.check(cents);
    assertThat(AnswerSchema.problem(cents, "0.07")).isEmpty();
    assertThat(AnswerSchema.problem(cents, "0.071")).isPresent();
    assertThatCode(() -> AnswerSchema.problem(cents, "1e999999999")).doesNotThrowAnyException();
    assertThatCode(() -> AnswerSchema.problem(cents, "9".repeat(900))).doesNotThrowAnyException();
    assertThatCode(() -> AnswerSchema.problem("{\"uniqueItems\":true}", "[1e999999999,1,1.0]"))
        .doesNotThrowAnyException();
  }
}
