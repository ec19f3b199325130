package dev.otters.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.FileFacts;
import dev.otters.api.agent.LogLine;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.image.Pin;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionEvent;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  static List<Class<?>> records() {
    return Samples.records();
  }

  @ParameterizedTest
  @MethodSource("records")
  void everyRecordIsReadAsItWasWritten(Class<?> type) {
    Object sample = Samples.of(type);
    assertThat(Json.read(Json.write(sample), type)).isEqualTo(sample);
    assertThat(Json.read(Json.pretty(sample), type)).isEqualTo(sample);
  }

  @Test
  void aStreamHasALimitOnItsValuesAndOnTheLengthOfATextButNotOfBytes() {
    assertThat(read("{\"schema\":[" + "{},".repeat(9000) + "{}]}").schema())
        .asInstanceOf(LIST)
        .hasSize(9001);
    assertThatThrownBy(() -> read("{\"schema\":[" + "{},".repeat(100_000) + "{}]}"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> read("{\"text\":\"" + "a".repeat(1001) + "\"}"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(read("{\"files\":[{\"data\":\"" + "AAAA".repeat(10_000) + "\"}]}").files())
        .singleElement()
        .satisfies(file -> assertThat(file.data()).hasSize(30_000));
  }

  private static MessageRequest read(String json) {
    return Json.read(new ByteArrayInputStream(json.getBytes(UTF_8)), 1000, MessageRequest.class);
  }

  @ParameterizedTest
  @MethodSource("records")
  void everyRecordIsReadFromAnEmptyObjectWithoutFailing(Class<?> type) {
    Object empty = Json.read("{}", type);
    assertThat(Json.read(Json.write(empty), type)).isEqualTo(empty);
  }

  @Test
  void everyRecordOfThePackageIsCovered() {
    assertThat(records()).hasSizeGreaterThan(30).contains(RunRequest.class, AgentView.class);
  }

  @Test
  void aRecordIsOneLineWithMembersInTheirDeclaredOrderAndWithoutNulls() {
    assertThat(Json.write(new Pin("guide:latest", null))).isEqualTo("{\"ref\":\"guide:latest\"}");
    assertThat(Json.write(new Progress("sh", "pull", 1, 2)))
        .isEqualTo("{\"item\":\"sh\",\"phase\":\"pull\",\"done\":1,\"total\":2}");
  }

  @Test
  void anInstantIsWrittenAsText() {
    assertThat(Json.write(new LogLine(Instant.EPOCH, "stdout", "x")))
        .isEqualTo("{\"time\":\"1970-01-01T00:00:00Z\",\"stream\":\"stdout\",\"text\":\"x\"}");
  }

  @Test
  void anEnumIsLowerCaseOnTheWire() {
    Problem problem = Problem.of(ErrorCode.AGENT_NOT_FOUND, "no agent bob", null);
    assertThat(Json.write(problem)).contains("\"code\":\"agent_not_found\"", "\"status\":404");
  }

  @Test
  void aMapKeepsItsOrder() {
    SessionEvent event =
        Json.read(
            "{\"seq\":1,\"id\":\"e\",\"type\":\"t\",\"createdAt\":\"1970-01-01T00:00:00Z\",\"body\":{\"z\":1,\"a\":null}}",
            SessionEvent.class);
    assertThat(event.body()).containsExactly(Map.entry("z", 1), new NullEntry("a"));
    assertThat(event.text("a")).isEmpty();
    assertThat(event.text("z")).isEqualTo("1");
  }

  @Test
  void membersOfANewerDaemonArePassedOver() {
    assertThat(Json.read("{\"ref\":\"a\",\"digest\":\"b\",\"new\":{\"x\":[1]}}", Pin.class))
        .isEqualTo(new Pin("a", "b"));
  }

  @Test
  void aCodeOfANewerDaemonIsAnInternalErrorWithItsOwnStatus() {
    Problem problem =
        Json.read(
            "{\"status\":418,\"code\":\"teapot\",\"title\":\"short and stout\"}", Problem.class);
    assertThat(problem.code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(problem.status()).isEqualTo(418);
    assertThat(problem.title()).isEqualTo("short and stout");
  }

  @Test
  void brokenJsonIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> Json.read("{\"ref\":\n 12 13}", Pin.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> Json.read("null", Pin.class)).hasMessage("null is not a Pin");
    assertThatThrownBy(() -> Json.read("{} {}", Pin.class))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void arraysAndMapsOfRecordsAreReadAndWritten() {
    Pin[] pins = {new Pin("a", null), new Pin("b", "c")};
    assertThat(Json.read(Json.write(List.of(pins)), Pin[].class)).containsExactly(pins);
    Map<?, ?> map = Json.read("{\"a\":[1,{}]}", Map.class);
    List<?> list = Json.read("[1]", List.class);
    assertThat(map).isEqualTo(Map.of("a", List.of(1, Map.of())));
    assertThat(list).isEqualTo(List.of(1));
    assertThat(Json.write(Map.of("problem", pins[0]))).isEqualTo("{\"problem\":{\"ref\":\"a\"}}");
  }

  @Test
  void prettyTextIsIndentedByTwo() {
    assertThat(Json.pretty(List.of(new Pin("a", "b"), Map.of(), List.of())))
        .isEqualTo(
            """
            [
              {
                "ref": "a",
                "digest": "b"
              },
              {},
              []
            ]\
            """);
  }

  @Test
  void prettyTextCommandsNoTerminal() {
    String hostile = "a\u009b2J\u202eb\u2066\u200fc\u007f ü€\ud83e\udda6";

    assertThat(Json.pretty(List.of(hostile)))
        .contains("a\\u009b2J\\u202eb\\u2066\\u200fc\\u007f ü€\ud83e\udda6");
    List<?> again = Json.read(Json.pretty(List.of(hostile)), List.class);
    assertThat(again).isEqualTo(List.of(hostile));
  }

  @Test
  void numbersOfAnyJsonKeepTheirKind() {
    SessionEvent event =
        Json.read(
            "{\"body\":{\"i\":1,\"l\":5000000000,\"d\":1.5,\"b\":false,\"n\":[null,{\"x\":\"y\"}]}}",
            SessionEvent.class);
    assertThat(event.body())
        .containsEntry("i", 1)
        .containsEntry("l", 5_000_000_000L)
        .containsEntry("d", 1.5)
        .containsEntry("b", false)
        .containsEntry("n", Arrays.asList(null, Map.of("x", "y")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"status\":\"x\"} | 'status': expected a number (line 1, column 14)",
        "{\"title\":7} | 'title': expected text",
        "{\"problems\":{}} | 'problems': expected an array",
        "{\"problems\":[7]} | expected an object",
        "[] | expected an object",
        "{\"candidates\":[null]} | not a Problem",
        "{\"status\":99999999999} | expected a whole number from -2147483648 to 2147483647",
      })
  void aMemberOfTheWrongKindIsRefusedByName(String json, String message) {
    assertThatThrownBy(() -> Json.read(json, Problem.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
    assertThatThrownBy(() -> Json.read("{\"time\":\"noon\"}", LogLine.class))
        .hasMessageContaining("'time': expected a time");
    assertThatThrownBy(() -> Json.read("{\"readOnly\":1}", MountRequest.class))
        .hasMessageContaining("'readOnly': expected true or false");
  }

  @Test
  void whatALaterReleaseAddsIsSkippedWhole() {
    String json =
        """
        {"new": {"size": 1, "more": [{"name": "x"}, [2, {}]]}, "name": "a", "list": [[], {"size": 3}],
         "kind": "file", "text": "t", "size": 7, "none": null}
        """;
    assertThat(Json.read(json, FileFacts.class)).isEqualTo(new FileFacts("a", "file", 7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "1e19", "9.3e18", "1.5"})
  void aNumberThatALongCannotHoldIsRefused(String number) {
    assertThatThrownBy(() -> Json.read("{\"size\":" + number + "}", FileFacts.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'size': expected a whole number from");
  }

  @Test
  void whatHasNoFormInJsonIsRefused() {
    assertThatThrownBy(() -> Json.write(new Object())).isInstanceOf(IllegalArgumentException.class);
  }

  private record NullEntry(String key) implements Map.Entry<String, Object> {
    @Override
    public String getKey() {
      return key;
    }

    @Override
    public Object getValue() {
      return null;
    }

    @Override
    public Object setValue(Object value) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void theMembersOfAnInlinedRecordStandAmongThoseOfTheOuterOne() {
    SourceProblem finding =
        SourceProblem.of(SourceProblem.ERROR, SourcePlace.of("Agentfile", 3, 1), "bad");
    String json = Json.write(finding);
    assertThat(json)
        .isEqualTo(
            "{\"severity\":\"error\",\"file\":\"Agentfile\",\"line\":3,\"column\":1,\"length\":1,"
                + "\"message\":\"bad\",\"allowed\":[],\"caret\":0}");
    assertThat(Json.read(json, SourceProblem.class)).isEqualTo(finding);
    assertThat(Json.read("{\"message\":\"bad\"}", SourceProblem.class).place())
        .isEqualTo(new SourcePlace(null, 0, 0, 0));
  }
}
