package dev.otters.oci.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonViewTest {
  private static final JsonView VIEW =
      view(
          """
          {"text":"t","number":7,"flag":true,"nothing":null,"real":1.5,
           "list":["a","b"],"objects":[{"x":1}],"map":{"b":"2","a":"1"}}\
          """);

  @Test
  void readsEveryKindOfField() {
    assertThat(VIEW.text("text")).isEqualTo("t");
    assertThat(VIEW.number("number")).isEqualTo(7);
    assertThat(VIEW.flag("flag")).isTrue();
    assertThat(VIEW.texts("list")).containsExactly("a", "b");
    assertThat(VIEW.objects("objects").getFirst().number("x")).isEqualTo(1);
    assertThat(VIEW.textMap("map")).containsExactly(Map.entry("b", "2"), Map.entry("a", "1"));
    assertThat(VIEW.scalar("real")).contains(1.5);
    assertThat(VIEW.scalar("number")).contains(7L);
  }

  @Test
  void aSmallDocumentOfManyPartsTakesNoMemoryForThem() {
    byte[] json = ("{\"x\":[" + "{},".repeat(200_000) + "{}]}").getBytes(UTF_8);

    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> JsonView.parse(json, "manifest", Reason.INVALID_IMAGE))
        .withMessageContaining("Token count");
    assertThat(JsonView.parse(json, "the store's own", Reason.STORE).objects("x")).hasSize(200_001);
  }

  @Test
  void nullMeansAbsent() {
    for (String field : List.of("nothing", "unknown")) {
      assertThat(VIEW.optionalText(field)).isEmpty();
      assertThat(VIEW.object(field)).isEmpty();
      assertThat(VIEW.scalar(field)).isEmpty();
      assertThat(VIEW.flag(field)).isFalse();
      assertThat(VIEW.texts(field)).isEmpty();
      assertThat(VIEW.objects(field)).isEmpty();
      assertThat(VIEW.textMap(field)).isEmpty();
    }
  }

  @Test
  void aWrongTypeIsSaidWithItsPlace() {
    assertFails(() -> VIEW.text("nothing"), "it: field \"nothing\" is missing");
    assertFails(() -> VIEW.text("number"), "it: field \"number\" must be a string");
    assertFails(() -> VIEW.number("real"), "it: field \"real\" must be a whole number");
    assertFails(() -> VIEW.flag("text"), "it: field \"text\" must be true or false");
    assertFails(() -> VIEW.scalar("list"), "\"list\" must be a string, a number or a boolean");
    assertFails(() -> VIEW.object("list"), "it: field \"list\" must be an object");
    assertFails(() -> VIEW.texts("map"), "it: field \"map\" must be a list");
    assertFails(() -> VIEW.texts("objects"), "it: field \"objects[0]\" must be a string");
    assertFails(() -> VIEW.objects("list"), "it: field \"list[0]\" must be an object");
    assertFails(() -> VIEW.objects("objects").getFirst().text("y"), "\"objects[0].y\" is missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "[]", "null", "{", "{}x", "{\"a\":1,\"a\":2}", "{'a':1}", "\0"})
  void whatIsNoSingleObjectIsRefused(String json) {
    assertFails(() -> view(json), "it");
  }

  @Test
  void foreignTextInAnErrorCannotSteerATerminal() {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(() -> view("{\"m\":{\"a\\u001b[2J\":1}}").textMap("m"))
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\u001b"));
  }

  @Test
  void whatIsReadIsWrittenAgainWithItsUnknownFields() {
    String json = "{\"b\":[1,{\"c\":null}],\"a\":\"\u00e9\\u003c\"}";

    assertThat(new String(JsonText.compact(view(json).asMap()), UTF_8)).isEqualTo(json);
  }

  private static void assertFails(ThrowingCallable call, String message) {
    assertThatExceptionOfType(OciException.class)
        .isThrownBy(call)
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.REGISTRY))
        .satisfies(e -> assertThat(e.remedy()).isNotEmpty());
  }

  private static JsonView view(String json) {
    return JsonView.parse(json.getBytes(UTF_8), "it", Reason.REGISTRY);
  }
}
