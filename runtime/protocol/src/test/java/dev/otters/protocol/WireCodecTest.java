package dev.otters.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WireCodecTest {
  static List<Call<?>> calls() {
    return Samples.calls();
  }

  static List<Message> others() {
    return Samples.others();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void aRequestComesBackAsItWas(Call<?> call) throws Exception {
    Message request = new Message.Request(42, call);

    assertThat(WireCodec.decode(WireCodec.encode(request))).isEqualTo(request);
  }

  @Test
  void everyMethodHasASample() {
    assertThat(Samples.calls()).extracting(Call::method).contains(Method.values());
  }

  @Test
  void anAnswerComesBackAsItWas() throws Exception {
    for (Map.Entry<Method, Answer> sample : Samples.answers().entrySet()) {
      Message response = new Message.Response(9, sample.getValue());

      assertThat(WireCodec.decode(WireCodec.encode(response), id -> sample.getKey()))
          .isEqualTo(response);
    }
  }

  @ParameterizedTest
  @MethodSource("others")
  void aFailureOrNotificationComesBackAsItWas(Message message) throws Exception {
    assertThat(WireCodec.decode(WireCodec.encode(message))).isEqualTo(message);
  }

  @Test
  void aMessageIsOneLine() throws Exception {
    for (Call<?> call : Samples.calls()) {
      String line = new String(WireCodec.encode(new Message.Request(1, call)), UTF_8);

      assertThat(line).endsWith("\n");
      assertThat(line.strip()).doesNotContain("\n");
    }
  }

  @Test
  void everyAnswerToACompletionComesBackAsItWas() throws Exception {
    for (Answer.Next next :
        List.of(
            new Answer.Run(List.of(new ToolCall("c", "sh", Samples.AWKWARD))),
            new Answer.Over(Outcome.Kind.FAILED),
            new Answer.Paused())) {
      Message sent = new Message.Response(4, next);

      assertThat(WireCodec.decode(WireCodec.encode(sent), id -> Method.COMPLETE)).isEqualTo(sent);
    }
  }

  @Test
  void aRuntimeCannotSayThatAModelAnswered() {
    byte[] forged =
        """
        {"jsonrpc":"2.0","id":3,"method":"release","params":{"activation":"a","fence":2,\
        "kind":"answered","text":"hi"}}
        """
            .getBytes(UTF_8);

    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> WireCodec.decode(forged));
  }

  @Test
  void namesOnTheWireAreTheContracts() throws Exception {
    Message result = new Message.Request(3, new Call.Release("a", 2, new Outcome.Interrupted("")));
    Message run = new Message.Response(3, new Answer.Run(List.of(new ToolCall("c", "sh", "{}"))));

    assertThat(new String(WireCodec.encode(result), UTF_8))
        .isEqualTo(
            """
            {"jsonrpc":"2.0","id":3,"method":"release","params":{"activation":"a","fence":2,\
            "kind":"interrupted"}}
            """);
    assertThat(new String(WireCodec.encode(run), UTF_8))
        .isEqualTo(
            """
            {"jsonrpc":"2.0","id":3,"result":{"next":"run",\
            "calls":[{"id":"c","name":"sh","argumentsJson":"{}"}]}}
            """);
  }

  @Test
  void unknownFieldsAreIgnored() throws Exception {
    String line =
        """
        {"later":[1,{"x":null}],"jsonrpc":"2.0","params":{"fence":1,"new":{},"activation":"a"},\
        "method":"heartbeat","id":1}\
        """;

    assertThat(decode(line)).isEqualTo(new Message.Request(1, new Call.Heartbeat("a", 1)));
  }

  @Test
  void membersMayComeInAnyOrder() throws Exception {
    String line = "{\"result\":{\"next\":\"paused\"},\"id\":1,\"jsonrpc\":\"2.0\"}";

    assertThat(WireCodec.decode(line.getBytes(UTF_8), id -> Method.COMPLETE))
        .isEqualTo(new Message.Response(1, new Answer.Paused()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense | -32700 | not well-formed",
        "[] | -32700 | not a JSON object",
        "{} {} | -32700 | unexpected text after",
        "{\"a\":1,\"a\":2} | -32700 | Duplicate",
        "{\"id\":1} | -32602 | jsonrpc is missing",
        "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"lease\"} | -32600 | jsonrpc must be \"2.0\"",
        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"lease\"} | -32600 | id must be an integer",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"fly\"} | -32601 | unknown method \"fly\"",
        "{\"jsonrpc\":\"2.0\",\"method\":\"fly\"} | -32601 | unknown method \"fly\"",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} | -32600 | neither a request nor a response",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"heartbeat\"} | -32602 | params.activation is"
            + " missing",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":{\"protocol\":1,\"token\":\"\",\"held\":[{\"activation\":1}]}}"
            + " | -32602 | params.held[0].activation must be a string",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"heartbeat\",\"params\":{\"activation\":\"a\",\"fence\":1.5}}"
            + " | -32602 | params.fence must be",
      })
  void aMalformedLineSaysWhatIsWrong(String line, int number, String message) {
    MalformedMessageException failure =
        catchThrowableOfType(MalformedMessageException.class, () -> decode(line));

    assertThat(failure).hasMessageContaining(message);
    assertThat(failure.toFailure().error().number()).isEqualTo(number);
    assertThat(failure.toFailure().error().code()).isEqualTo(WireError.Code.INVALID);
  }

  @Test
  void theIdOfAMalformedRequestIsKept() {
    MalformedMessageException failure =
        catchThrowableOfType(
            MalformedMessageException.class,
            () -> decode("{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"ack\",\"params\":{}}"));

    assertThat(failure.toFailure().id()).hasValue(77);
  }

  @Test
  void anErrorCodeOfALaterReleaseIsInternal() throws Exception {
    Message message =
        decode(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-3,\"message\":\"m\",\"data\":{\"code\":\"new\"}}}");

    assertThat(((Message.Failure) message).error().code()).isEqualTo(WireError.Code.INTERNAL);
  }

  @Test
  void aMessageAboveTheLimitIsRefused() {
    String huge = "x".repeat(Protocol.MAX_LINE_BYTES);

    assertThatExceptionOfType(LineTooLongException.class)
        .isThrownBy(() -> WireCodec.encode(new Message.Request(1, new Call.Fatal("init", huge))));
  }

  @ParameterizedTest
  @MethodSource("bombs")
  void aLineThatTakesManyTimesItsSizeInMemoryIsRefused(String line, String problem) {
    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> decode(line))
        .withMessageContaining(problem);
  }

  static Stream<Arguments> bombs() {
    return Stream.of(
        arguments("{\"a\":" + "[".repeat(101), "Document nesting depth (101) exceeds"),
        arguments("{\"a\":[" + "0,".repeat(500_000) + "0]}", "Token count (500001) exceeds"));
  }

  @ParameterizedTest
  @CsvSource({"2147483648, must be a 32-bit integer", "1e999, must be a 64-bit integer"})
  void aNumberOutOfRangeIsRefused(String step, String problem) {
    String line =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"complete\","
            + "\"params\":{\"activation\":\"a\",\"fence\":1,\"step\":"
            + step
            + "}}";

    assertThatExceptionOfType(MalformedMessageException.class)
        .isThrownBy(() -> decode(line))
        .withMessageContaining("params.step " + problem);
  }

  @Test
  void halfACharacterIsMended() throws Exception {
    Message sent = new Message.Request(1, new Call.Fatal("init", "a\uD83E"));

    assertThat(decode(new String(WireCodec.encode(sent), UTF_8)))
        .isEqualTo(new Message.Request(1, new Call.Fatal("init", "a\uFFFD")));
  }

  @Test
  void secretsAreNotPrinted() {
    assertThat(new Call.Hello(1, "hunter2", List.of(), "").toString()).doesNotContain("hunter2");
    assertThat(Samples.answers().values().toString()).doesNotContain("hunter2", "fresh");
    assertThat(Samples.setup().toString()).doesNotContain("hunter2");
  }

  /** Mutates valid lines: whatever comes out, it is a message or a typed error. */
  @Test
  void noInputBreaksTheDecoder() throws Exception {
    Random random = new Random(20260730);
    List<byte[]> seeds = Fuzz.seeds();
    List<Method> methods = List.of(Method.values());
    int understood = 0;
    for (int round = 0; round < 40_000; round++) {
      byte[] line = Fuzz.mutate(seeds.get(random.nextInt(seeds.size())), random);
      Method method = methods.get(random.nextInt(methods.size()));
      try {
        Message message = WireCodec.decode(line, id -> method);
        assertThat(WireCodec.decode(WireCodec.encode(message), id -> method)).isEqualTo(message);
        understood++;
      } catch (MalformedMessageException expected) {
        assertThat(expected.toFailure().error().message()).isNotBlank();
      }
    }
    assertThat(understood).isBetween(1_000, 39_000);
  }

  private static Message decode(String line) throws MalformedMessageException {
    return WireCodec.decode(line.getBytes(UTF_8));
  }
}
